package io.listwatch.storage.etcd;

import com.google.common.util.concurrent.MoreExecutors;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.Compare.CompareResult;
import io.etcd.jetcd.api.Compare.CompareTarget;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import io.grpc.Status;
import io.listwatch.storage.Key;
import io.listwatch.storage.Lifetime;
import io.listwatch.storage.RevisionConflictException;
import io.listwatch.storage.StorageUnavailableException;
import io.listwatch.storage.StoredFormat;
import io.listwatch.storage.TooLargeException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * Writes entries. Each write is a transaction that compares the marker and the key: if both are as
 * expected it writes, else it returns their current values. So two servers never disagree about a
 * revision.
 *
 * <p>Thread-safe. No call blocks.
 */
final class EtcdWriter {
  static final long ABSENT = 0;
  static final long ANY = -1;

  /** Maximum number of attempts of a write that finds a changed marker each time. */
  private static final int MAX_ATTEMPTS = 5;

  private static final long NO_LEASE = 0;

  private final EtcdCalls calls;
  private final Keyspace keyspace;
  private final RevisionMapping mapping;
  private final History history;
  private final LeasePool leases;

  EtcdWriter(
      EtcdCalls calls,
      Keyspace keyspace,
      RevisionMapping mapping,
      History history,
      LeasePool leases) {
    this.calls = calls;
    this.keyspace = keyspace;
    this.mapping = mapping;
    this.history = history;
    this.leases = leases;
  }

  CompletableFuture<Long> put(Key key, byte[] value, long expected, Lifetime lifetime) {
    Duration duration = lifetime.duration().orElse(null);
    return duration == null
        ? put(key, value, expected, NO_LEASE)
        : putLeased(key, value, expected, duration, true);
  }

  private CompletableFuture<Long> putLeased(
      Key key, byte[] value, long expected, Duration duration, boolean again) {
    return leases
        .lease(duration)
        .thenCompose(
            lease ->
                put(key, value, expected, lease)
                    .exceptionallyCompose(
                        failure -> {
                          if (!again || !isLeaseLost(failure)) {
                            return CompletableFuture.failedFuture(failure);
                          }
                          leases.forget(lease);
                          return putLeased(key, value, expected, duration, false);
                        }));
  }

  private static boolean isLeaseLost(Throwable failure) {
    return Failures.unwrapped(failure) instanceof CallFailure call
        && call.code() == Status.Code.NOT_FOUND;
  }

  private CompletableFuture<Long> put(Key key, byte[] value, long expected, long lease) {
    var put =
        PutRequest.newBuilder()
            .setKey(keyspace.key(key))
            .setValue(UnsafeByteOperations.unsafeWrap(value))
            .setLease(lease);
    var operation = RequestOp.newBuilder().setRequestPut(put).build();
    return write(key, expected, operation, 1)
        .thenApply(done -> mapping.jumps().ours(done.getHeader().getRevision()))
        .exceptionallyCompose(
            failure -> CompletableFuture.failedFuture(explained(failure, value.length)));
  }

  /** The limit may be configured below etcd's default, and etcd does not report it. */
  private static Throwable explained(Throwable failure, int length) {
    return Failures.unwrapped(failure) instanceof CallFailure call && call.isTooLargeRequest()
        ? new TooLargeException("value, by --max-request-bytes of etcd", length, length - 1)
        : failure;
  }

  CompletableFuture<OptionalLong> delete(Key key, long expected) {
    var delete = DeleteRangeRequest.newBuilder().setKey(keyspace.key(key));
    var operation = RequestOp.newBuilder().setRequestDeleteRange(delete).build();
    return write(key, expected, operation, 1)
        .thenApply(
            done ->
                done.getResponses(0).getResponseDeleteRange().getDeleted() == 0
                    ? OptionalLong.empty()
                    : OptionalLong.of(mapping.jumps().ours(done.getHeader().getRevision())));
  }

  private CompletableFuture<TxnResponse> write(
      Key key, long expected, RequestOp operation, int attempt) {
    Marker marker = mapping.marker();
    var request =
        TxnRequest.newBuilder()
            .addCompare(isAt(keyspace.marker(), marker.revision()))
            .addSuccess(operation)
            .addFailure(read(keyspace.marker()))
            .addFailure(read(keyspace.key(key)));
    if (expected != ANY) {
      request.addCompare(isAt(keyspace.key(key), marker.jumps().etcd(expected)));
    }
    return commit(request.build())
        .thenCompose(
            response -> {
              if (response.getSucceeded()) {
                return CompletableFuture.completedFuture(response);
              }
              if (learnMarker(response).revision() == marker.revision()) {
                return CompletableFuture.failedFuture(conflict(key, expected, response));
              }
              return attempt < MAX_ATTEMPTS
                  ? write(key, expected, operation, attempt + 1)
                  : CompletableFuture.failedFuture(markerChanges());
            });
  }

  private static Compare isAt(ByteString key, long revision) {
    return Compare.newBuilder()
        .setKey(key)
        .setTarget(CompareTarget.MOD)
        .setResult(CompareResult.EQUAL)
        .setModRevision(revision)
        .build();
  }

  private static RequestOp read(ByteString key) {
    return RequestOp.newBuilder().setRequestRange(RangeRequest.newBuilder().setKey(key)).build();
  }

  /** The I/O thread decodes the response, which is small. This saves a switch to another thread. */
  private CompletableFuture<TxnResponse> commit(TxnRequest request) {
    return calls
        .call(
            channel ->
                KVGrpc.newFutureStub(channel)
                    .withExecutor(MoreExecutors.directExecutor())
                    .txn(request),
            false)
        .exceptionallyCompose(
            failure -> CompletableFuture.failedFuture(Failures.ofSentWrite(failure)));
  }

  private Marker learnMarker(TxnResponse rejected) {
    RangeResponse found = rejected.getResponses(0).getResponseRange();
    if (found.getKvsCount() == 0) {
      throw History.markerGone(keyspace);
    }
    var seen = Marker.of(found.getKvs(0));
    mapping.learn(seen);
    return seen;
  }

  private RevisionConflictException conflict(Key key, long expected, TxnResponse rejected) {
    var current =
        rejected.getResponses(1).getResponseRange().getKvsList().stream()
            .findFirst()
            .map(stored -> keyspace.entry(stored, mapping.jumps()))
            .orElse(null);
    return new RevisionConflictException(key, expected, current);
  }

  private static StorageUnavailableException markerChanges() {
    return new StorageUnavailableException(
        "the format marker changed during each of %d attempts; retry later"
            .formatted(MAX_ATTEMPTS));
  }

  CompletableFuture<Void> advanceTo(long revision) {
    return advanceTo(revision, 1);
  }

  private CompletableFuture<Void> advanceTo(long revision, int attempt) {
    return history
        .current()
        .thenCompose(
            current -> {
              if (revision <= current) {
                return done();
              }
              return attempt <= MAX_ATTEMPTS
                  ? jump(revision, attempt)
                  : CompletableFuture.failedFuture(markerChanges());
            });
  }

  private CompletableFuture<Void> jump(long revision, int attempt) {
    Marker marker = mapping.marker();
    return replaceMarker(marker, marker.withJump(revision))
        .thenCompose(
            replaced -> {
              if (replaced.isEmpty()) {
                return advanceTo(revision, attempt + 1);
              }
              long at = replaced.getAsLong();
              mapping.learn(new Marker(at, marker.format(), marker.jumps().plus(at, revision)));
              return done();
            });
  }

  /** Records the format. Reads the marker first, which another server may have replaced. */
  CompletableFuture<Void> setFormat(StoredFormat format) {
    return history.current().thenCompose(current -> setFormat(format, 1));
  }

  private CompletableFuture<Void> setFormat(StoredFormat format, int attempt) {
    Marker marker = mapping.marker();
    if (marker.format() == format) {
      return done();
    }
    if (attempt > MAX_ATTEMPTS) {
      return CompletableFuture.failedFuture(markerChanges());
    }
    return replaceMarker(marker, marker.withFormat(format))
        .thenCompose(
            replaced -> {
              if (replaced.isEmpty()) {
                return setFormat(format, attempt + 1);
              }
              mapping.learn(new Marker(replaced.getAsLong(), format, marker.jumps()));
              return done();
            });
  }

  /**
   * Replaces the marker if it is still the known one. Completes with the etcd revision of the new
   * marker; or empty if another server replaced it first, whose marker is then known.
   */
  private CompletableFuture<OptionalLong> replaceMarker(Marker known, ByteString next) {
    var put = PutRequest.newBuilder().setKey(keyspace.marker()).setValue(next);
    var request =
        TxnRequest.newBuilder()
            .addCompare(isAt(keyspace.marker(), known.revision()))
            .addSuccess(RequestOp.newBuilder().setRequestPut(put))
            .addFailure(read(keyspace.marker()));
    return commit(request.build())
        .thenApply(
            response -> {
              if (response.getSucceeded()) {
                return OptionalLong.of(response.getHeader().getRevision());
              }
              var unused = learnMarker(response);
              return OptionalLong.empty();
            });
  }

  private static CompletableFuture<Void> done() {
    return CompletableFuture.allOf();
  }
}
