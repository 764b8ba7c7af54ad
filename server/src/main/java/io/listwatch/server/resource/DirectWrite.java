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
 * One write to storage: reads the object, runs the transition and writes the outcome. If another
 * write came first, it starts over with the object that storage reports.
 *
 * <p>Threads: each attempt is a task of the workers, so a transition never runs on the storage's
 * own thread, which only sets the version in the result. A transition that waits for the network
 * holds no worker.
 */
final class DirectWrite {
  /** So many conflicts mean that something is wrong. The write fails, and the client may retry. */
  private static final int MAX_ATTEMPTS = 100;

  private final Storage storage;
  private final ResourceCodec codec;
  private final StoredObjects objects;
  private final Workers workers;
  private final ResourceKey key;
  private final Transition transition;
  private final CompletableFuture<Resource> answer = new CompletableFuture<>();

  /** Attempts so far. There is one attempt at a time. */
  private int attempts;

  DirectWrite(
      Storage storage,
      ResourceCodec codec,
      StoredObjects objects,
      Workers workers,
      ResourceKey key,
      Transition transition) {
    this.storage = storage;
    this.codec = codec;
    this.objects = objects;
    this.workers = workers;
    this.key = key;
    this.transition = transition;
  }

  CompletionStage<Resource> start() {
    perform(
        () -> {
          Key stored = codec.keys().key(key);
          attempt(stored, transition.expectsNone() ? null : storage.get(stored).orElse(null));
        });
    return answer;
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

  private void attempt(Key stored, @Nullable StoredEntry entry) {
    if (++attempts > MAX_ATTEMPTS) {
      throw tooContended();
    }
    CompletableFuture<Outcome> outcome = next(entry).toCompletableFuture();
    if (outcome.isDone()) {
      carryOut(outcome.join(), stored, entry);
      return;
    }
    var unused =
        outcome.whenComplete(
            (decided, failure) -> {
              if (failure == null) {
                perform(() -> carryOut(decided, stored, entry));
              } else {
                answer.completeExceptionally(StorageFailures.of(failure));
              }
            });
  }

  private void carryOut(Outcome outcome, Key stored, @Nullable StoredEntry entry) {
    if (outcome instanceof Outcome.Put put) {
      put(stored, entry, put);
    } else if (outcome instanceof Outcome.NoWrite known) {
      answer.complete(known.object());
    } else if (entry == null) {
      throw new IllegalStateException(key + ": absent (expected: an object to delete)");
    } else {
      Resource last = objects.readLast(entry);
      finish(stored, storage.delete(stored, entry.revision()), last);
    }
  }

  private CompletionStage<Outcome> next(@Nullable StoredEntry entry) {
    if (entry == null) {
      return transition.next(null);
    }
    Resource current;
    try {
      current = objects.read(entry);
    } catch (UnreadableResourceException unreadable) {
      return CompletableFuture.completedStage(transition.nextOfUnreadable(unreadable));
    }
    return transition.next(current);
  }

  private void put(Key stored, @Nullable StoredEntry entry, Outcome.Put put) {
    byte[] json = codec.encode(put.object());
    if (entry != null && StoredValue.hasJson(entry, json)) {
      answer.complete(objects.read(entry));
      return;
    }
    // Read before it is written: an object that cannot be read must not be stored.
    Resource object = codec.read(key, json);
    byte[] value = StoredValue.encode(storage.format(), stored, json);
    finish(
        stored,
        entry == null
            ? storage.create(stored, value, put.lifetime())
            : storage.update(stored, value, entry.revision(), put.lifetime()),
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
            perform(() -> attempt(stored, conflict.current().orElse(null)));
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
}
