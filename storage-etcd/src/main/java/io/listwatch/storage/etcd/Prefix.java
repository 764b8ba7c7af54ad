package io.listwatch.storage.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.Compare.CompareResult;
import io.etcd.jetcd.api.Compare.CompareTarget;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StoredFormat;
import java.util.List;

/**
 * Makes sure that a prefix belongs to Listwatch before data is read or written: it has the marker,
 * or is empty and gets one.
 */
final class Prefix {
  /** The first bytes of values that kube-apiserver stores. */
  private static final ByteString KUBERNETES = ByteString.copyFromUtf8("k8s\0");

  /** Number of existing keys to inspect. */
  private static final int SAMPLES = 10;

  private final EtcdCalls calls;
  private final Keyspace keyspace;

  Prefix(EtcdCalls calls, Keyspace keyspace) {
    this.calls = calls;
    this.keyspace = keyspace;
  }

  /**
   * Claims the prefix.
   *
   * @throws StorageException if it holds other data, or a newer format
   */
  Marker claim() {
    var request =
        TxnRequest.newBuilder()
            .addCompare(isEmpty())
            .addSuccess(
                RequestOp.newBuilder()
                    .setRequestPut(
                        PutRequest.newBuilder().setKey(keyspace.marker()).setValue(Marker.first())))
            .addFailure(read(RangeRequest.newBuilder().setKey(keyspace.marker())))
            .addFailure(
                read(
                    RangeRequest.newBuilder()
                        .setKey(keyspace.all())
                        .setRangeEnd(keyspace.allEnd())
                        .setLimit(SAMPLES)))
            .build();
    // Safe to retry: it then finds the marker that the first attempt has written.
    TxnResponse response =
        calls.await(calls.call(channel -> KVGrpc.newFutureStub(channel).txn(request), true));
    if (response.getSucceeded()) {
      return new Marker(response.getHeader().getRevision(), StoredFormat.NEWEST, Jumps.NONE);
    }
    var samples = response.getResponses(1).getResponseRange().getKvsList();
    return check(response.getResponses(0).getResponseRange().getKvsList(), samples);
  }

  private Compare isEmpty() {
    return NewerFields.withRangeEnd(
        Compare.newBuilder()
            .setKey(keyspace.all())
            .setTarget(CompareTarget.CREATE)
            .setResult(CompareResult.EQUAL)
            .setCreateRevision(0),
        keyspace.allEnd());
  }

  private static RequestOp read(RangeRequest.Builder range) {
    return RequestOp.newBuilder().setRequestRange(range).build();
  }

  private Marker check(List<KeyValue> marker, List<KeyValue> samples) {
    for (var sample : samples) {
      if (sample.getValue().startsWith(KUBERNETES)) {
        throw new StorageException(
            ("prefix: %s holds objects of a Kubernetes API server, such as %s (expected: an unused"
                    + " prefix; choose another)")
                .formatted(keyspace.prefix(), name(sample)));
      }
    }
    if (marker.isEmpty()) {
      throw new StorageException(
          "prefix: %s holds %s but no %s (expected: empty, or written by Listwatch; choose another)"
              .formatted(
                  keyspace.prefix(), name(samples.get(0)), keyspace.marker().toStringUtf8()));
    }
    return Marker.of(marker.get(0));
  }

  private static String name(KeyValue stored) {
    return stored.getKey().toStringUtf8();
  }
}
