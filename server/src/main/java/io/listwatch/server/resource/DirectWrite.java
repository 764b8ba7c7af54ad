package io.listwatch.server.resource;

import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.server.resource.Transition.Outcome;
import io.listwatch.storage.Key;
import io.listwatch.storage.RevisionConflictException;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StoredEntry;
import io.listwatch.storage.StoredValue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One write to storage: runs the transition on the object and writes the outcome. If another write
 * came first, it starts over with the object that storage reports.
 *
 * <p>The first attempt starts from the state that the caller knows, which saves a read of storage.
 * That state may be old. So only a write that storage accepts for its revision counts. Every other
 * result, a failure or an unchanged object, is checked against the stored object.
 *
 * <p>Threads: each attempt is a task of the workers, so a transition never runs on the storage's
 * own thread, which only sets the version in the result. A transition that waits for the network
 * holds no worker.
 */
final class DirectWrite {
  /** More conflicts mean that something is wrong. The write fails, and the client may retry. */
  private static final int MAX_ATTEMPTS = 100;

  private final Storage storage;
  private final ResourceCodec codec;
  private final StoredObjects objects;
  private final Workers workers;
  private final ResourceKey key;
  private final Transition transition;

  /** A recent state of the object; null if none is known. */
  private final @Nullable Resource known;

  private final CompletableFuture<Resource> answer = new CompletableFuture<>();

  /** Attempts so far. There is one attempt at a time. */
  private int attempts;

  DirectWrite(
      Storage storage,
      ResourceCodec codec,
      StoredObjects objects,
      Workers workers,
      ResourceKey key,
      Transition transition,
      @Nullable Resource known) {
    this.storage = storage;
    this.codec = codec;
    this.objects = objects;
    this.workers = workers;
    this.key = key;
    this.transition = transition;
    this.known = known;
  }

  CompletionStage<Resource> start() {
    perform(
        () -> {
          Key stored = codec.keys().key(key);
          if (transition.expectsNone()) {
            attempt(stored, new Basis.Absent());
          } else {
            attempt(stored, known == null ? read(stored) : new Basis.Cached(known));
          }
        });
    return answer;
  }

  private Basis read(Key stored) {
    return basis(storage.get(stored).orElse(null));
  }

  private static Basis basis(@Nullable StoredEntry entry) {
    return entry == null ? new Basis.Absent() : new Basis.Stored(entry);
  }

  /** Runs a step on the workers. The write fails if the step does. */
  private void perform(Runnable step) {
    try {
      workers.run(
          () -> {
            try {
              step.run();
            } catch (RuntimeException failure) {
              answer.completeExceptionally(StorageFailures.of(failure));
            } catch (Throwable failure) {
              answer.completeExceptionally(StorageFailures.of(failure));
              throw failure;
            }
          });
    } catch (ApiException refused) {
      answer.completeExceptionally(refused);
    }
  }

  private void attempt(Key stored, Basis basis) {
    if (++attempts > MAX_ATTEMPTS) {
      throw tooContended();
    }
    CompletableFuture<Outcome> outcome = decided(basis);
    if (outcome.isDone()) {
      conclude(outcome, stored, basis);
      return;
    }
    var unused =
        outcome.whenComplete(
            (decided, failure) -> {
              if (failure == null || basis instanceof Basis.Cached) {
                perform(() -> conclude(outcome, stored, basis));
              } else {
                fail(failure);
              }
            });
  }

  private CompletableFuture<Outcome> decided(Basis basis) {
    try {
      return next(basis).toCompletableFuture();
    } catch (RuntimeException failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  private CompletionStage<Outcome> next(Basis basis) {
    if (basis instanceof Basis.Stored found) {
      Resource current;
      try {
        current = objects.read(found.entry());
      } catch (UnreadableResourceException unreadable) {
        return CompletableFuture.completedStage(transition.nextOfUnreadable(unreadable));
      }
      return transition.next(current);
    }
    return transition.next(basis instanceof Basis.Cached cached ? cached.object() : null);
  }

  private void conclude(CompletableFuture<Outcome> decided, Key stored, Basis basis) {
    if (!decided.isCompletedExceptionally()) {
      carryOut(decided.join(), stored, basis);
    } else if (basis instanceof Basis.Cached) {
      confirm(stored, basis, () -> failWith(decided));
    } else {
      failWith(decided);
    }
  }

  /** Completes the write if the state is still stored; else starts over with the stored state. */
  private void confirm(Key stored, Basis basis, Runnable completion) {
    Basis actual = read(stored);
    if (actual.revision() == basis.revision()) {
      completion.run();
    } else {
      attempt(stored, actual);
    }
  }

  private void carryOut(Outcome outcome, Key stored, Basis basis) {
    if (outcome instanceof Outcome.Put put) {
      put(stored, basis, put);
    } else if (outcome instanceof Outcome.Delete) {
      delete(stored, basis);
    } else if (outcome instanceof Outcome.NoWrite unchanged) {
      if (basis instanceof Basis.Cached) {
        confirm(stored, basis, () -> answer.complete(unchanged.object()));
      } else {
        answer.complete(unchanged.object());
      }
    }
  }

  private void failWith(CompletableFuture<Outcome> decided) {
    var unused = decided.whenComplete((none, failure) -> fail(failure));
  }

  private void fail(Throwable failure) {
    answer.completeExceptionally(StorageFailures.of(failure));
  }

  private void delete(Key stored, Basis basis) {
    if (basis instanceof Basis.Stored found) {
      finish(stored, storage.delete(stored, basis.revision()), objects.readLast(found.entry()));
    } else if (basis instanceof Basis.Cached cached) {
      finish(stored, storage.delete(stored, basis.revision()), cached.object());
    } else {
      throw new IllegalStateException(key + ": absent (expected: an object to delete)");
    }
  }

  private void put(Key stored, Basis basis, Outcome.Put put) {
    byte[] json = codec.encode(put.object());
    if (basis instanceof Basis.Stored found && StoredValue.hasJson(found.entry(), json)) {
      answer.complete(objects.read(found.entry()));
      return;
    }
    // Read before it is written: an object that cannot be read must not be stored.
    Resource object = codec.read(key, json);
    if (basis instanceof Basis.Cached cached
        && object.withVersion(cached.object().version()).equals(cached.object())) {
      // Defaults on reading may hide a difference, so the stored bytes decide.
      attempt(stored, read(stored));
      return;
    }
    byte[] value = StoredValue.encode(storage.format(), stored, json);
    finish(
        stored,
        basis instanceof Basis.Absent
            ? storage.create(stored, value, put.lifetime())
            : storage.update(stored, value, basis.revision(), put.lifetime()),
        object);
  }

  /**
   * Completes the write once storage has written, or tries again from the object that storage has
   * instead.
   */
  private void finish(Key stored, CompletionStage<Long> write, Resource written) {
    write.whenComplete(
        (revision, failure) -> {
          if (failure == null) {
            answer.complete(written.withVersion(ResourceVersion.of(revision)));
          } else if (conflict(failure) instanceof RevisionConflictException conflict) {
            perform(() -> attempt(stored, basis(conflict.current().orElse(null))));
          } else {
            answer.completeExceptionally(StorageFailures.of(failure));
          }
        });
  }

  private static @Nullable Throwable conflict(Throwable failure) {
    return failure instanceof RevisionConflictException ? failure : failure.getCause();
  }

  private ApiException tooContended() {
    ResourceType type = codec.type();
    var details = Status.Details.of(type, key.name());
    String message =
        "Operation cannot be fulfilled on %s \"%s\": too many others write it; please try again"
            .formatted(type, key.name());
    return Status.of(StatusReason.CONFLICT, message).withDetails(details).toException();
  }

  /** The state that an attempt starts from. */
  private sealed interface Basis {
    /** Returns the revision of the state; zero if the object does not exist. */
    long revision();

    /** Nothing is stored, as far as is known. */
    record Absent() implements Basis {
      @Override
      public long revision() {
        return 0;
      }
    }

    /** A state that storage has just returned. */
    record Stored(StoredEntry entry) implements Basis {
      @Override
      public long revision() {
        return entry.revision();
      }
    }

    /** A state that a cache had, which may be old. */
    record Cached(Resource object) implements Basis {
      @Override
      public long revision() {
        return Revisions.of(object.version());
      }
    }
  }
}
