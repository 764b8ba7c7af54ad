package io.listwatch.storage.etcd;

import io.etcd.jetcd.api.CompactionRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.WatchCreateRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.Status;
import io.listwatch.storage.FutureRevisionException;
import io.listwatch.storage.StorageException;
import java.util.concurrent.CompletableFuture;

/**
 * The bounds of history: the oldest kept revision, the current one, and compaction.
 *
 * <p>After a compaction at R, etcd can still read R and all later revisions. So R is the oldest
 * kept revision.
 *
 * <p>Thread-safe.
 */
final class History {
  private final EtcdCalls calls;
  private final Keyspace keyspace;
  private final RevisionMapping mapping;

  History(EtcdCalls calls, Keyspace keyspace, RevisionMapping mapping) {
    this.calls = calls;
    this.keyspace = keyspace;
    this.mapping = mapping;
  }

  /**
   * Returns the current revision by a linearizable read. It reads the marker, so a jump by another
   * server is noticed.
   */
  CompletableFuture<Long> current() {
    return currentInEtcd().thenApply(revision -> mapping.jumps().ours(revision));
  }

  CompletableFuture<Long> currentInEtcd() {
    return range(RangeRequest.newBuilder().setKey(keyspace.marker()))
        .thenApply(
            response -> {
              if (response.getKvsCount() == 0) {
                throw markerGone(keyspace);
              }
              mapping.learn(Marker.of(response.getKvs(0)));
              return response.getHeader().getRevision();
            });
  }

  static StorageException markerGone(Keyspace keyspace) {
    return new StorageException(
        "%s: absent (expected: the format marker; the prefix was emptied: restart the server)"
            .formatted(keyspace.marker().toStringUtf8()));
  }

  private CompletableFuture<RangeResponse> range(RangeRequest.Builder request) {
    var built = request.build();
    return calls.call(channel -> KVGrpc.newFutureStub(channel).range(built), true);
  }

  /** Returns whether a past revision is kept. */
  CompletableFuture<Boolean> keeps(long revision) {
    Jumps jumps = mapping.jumps();
    if (revision < jumps.floor()) {
      return CompletableFuture.completedFuture(false);
    }
    return range(
            RangeRequest.newBuilder().setKey(keyspace.nothing()).setRevision(jumps.etcd(revision)))
        .thenApply(response -> true)
        .exceptionallyCompose(
            failure ->
                isOutOfRange(failure)
                    ? CompletableFuture.completedFuture(false)
                    : CompletableFuture.failedFuture(failure));
  }

  /** Returns the oldest kept revision. */
  CompletableFuture<Long> oldest() {
    return range(RangeRequest.newBuilder().setKey(keyspace.nothing()).setRevision(1))
        .thenApply(response -> 1L)
        .exceptionallyCompose(this::compacted)
        .thenApply(this::oldestAfter);
  }

  /** Returns the oldest kept revision after etcd was compacted at {@code compacted}. */
  long oldestAfter(long compacted) {
    Jumps jumps = mapping.jumps();
    return Math.max(jumps.floor(), jumps.ours(compacted));
  }

  /** Returns the revision at which etcd was compacted, given the failure of reading revision 1. */
  private CompletableFuture<Long> compacted(Throwable failure) {
    return isOutOfRange(failure) ? compactRevision() : CompletableFuture.failedFuture(failure);
  }

  private static boolean isOutOfRange(Throwable failure) {
    return Failures.unwrapped(failure) instanceof CallFailure call
        && call.code() == Status.Code.OUT_OF_RANGE;
  }

  /** etcd reports its compact revision only to a watch that begins before it. */
  private CompletableFuture<Long> compactRevision() {
    var create =
        WatchCreateRequest.newBuilder().setKey(keyspace.nothing()).setStartRevision(1).build();
    var result = new CompletableFuture<Long>();
    var stream =
        WatchStream.brief(
            calls,
            new WatchStream.Reader() {
              @Override
              public void received(WatchStream stream, WatchResponse response) {
                if (response.getCompactRevision() != 0) {
                  result.complete(response.getCompactRevision());
                } else {
                  stream.read();
                }
              }

              @Override
              public void ended(WatchStream stream, CallFailure failure) {
                result.completeExceptionally(failure);
              }
            });
    stream.open(create);
    return result.whenComplete((revision, failure) -> stream.close());
  }

  /** Compacts etcd, including the history of all other keys in the cluster. */
  CompletableFuture<Void> compact(long revision) {
    return current()
        .thenCompose(
            current -> {
              if (revision > current) {
                throw new FutureRevisionException(revision, current);
              }
              return revision < mapping.jumps().floor()
                  ? CompletableFuture.allOf()
                  : compactEtcd(mapping.jumps().etcd(revision));
            });
  }

  private CompletableFuture<Void> compactEtcd(long revision) {
    var request = CompactionRequest.newBuilder().setRevision(revision).build();
    return calls
        .call(channel -> KVGrpc.newFutureStub(channel).compact(request), true)
        .thenAccept(response -> {})
        .exceptionallyCompose(
            // The revision is not in the future, so it has been compacted already.
            failure ->
                isOutOfRange(failure)
                    ? CompletableFuture.allOf()
                    : CompletableFuture.failedFuture(failure));
  }
}
