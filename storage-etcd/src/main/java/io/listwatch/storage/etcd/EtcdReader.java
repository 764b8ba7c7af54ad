package io.listwatch.storage.etcd;

import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseTimeToLiveRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.grpc.Status;
import io.listwatch.storage.CompactedException;
import io.listwatch.storage.FutureRevisionException;
import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.RangeDigest;
import io.listwatch.storage.RangePage;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StoredEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;

/**
 * Reads entries at the current or a past revision. All reads are linearizable.
 *
 * <p>Thread-safe. Calls block.
 */
final class EtcdReader {
  /** Means the current revision. */
  static final long NOW = 0;

  /** A page ends once its values exceed this. */
  private static final int MAX_PAGE_BYTES = 8 << 20;

  private static final int MAX_CHUNK = 10_000;

  private final EtcdCalls calls;
  private final Keyspace keyspace;
  private final RevisionMapping mapping;
  private final History history;

  /**
   * Number of entries to request at a time, so that they amount to about {@link #MAX_PAGE_BYTES},
   * estimated from the previous response. etcd limits only the number of entries, and a message
   * that is too large is lost. Any thread may write it: a wrong value only costs a second request.
   */
  private volatile int chunk = 500;

  EtcdReader(EtcdCalls calls, Keyspace keyspace, RevisionMapping mapping, History history) {
    this.calls = calls;
    this.keyspace = keyspace;
    this.mapping = mapping;
    this.history = history;
  }

  Optional<StoredEntry> get(Key key, long revision) {
    var response = read(RangeRequest.newBuilder().setKey(keyspace.key(key)), revision);
    return response.getKvsList().stream()
        .findFirst()
        .map(stored -> keyspace.entry(stored, mapping.jumps()));
  }

  long count(KeyRange range, long revision) {
    return read(request(range).setCountOnly(true), revision).getCount();
  }

  /** Reads keys without their values. */
  RangeDigest digest(KeyRange range, long revision) {
    RangeDigest digest = RangeDigest.EMPTY;
    KeyRange rest = range;
    while (true) {
      var response = read(request(rest).setKeysOnly(true).setLimit(MAX_CHUNK), revision);
      Jumps jumps = mapping.jumps();
      for (var stored : response.getKvsList()) {
        StoredEntry entry = keyspace.entry(stored, jumps);
        digest = digest.with(entry.key(), entry.revision());
        rest = range.after(entry.key());
      }
      if (!response.getMore()) {
        return digest;
      }
    }
  }

  private RangeRequest.Builder request(KeyRange range) {
    return RangeRequest.newBuilder().setKey(keyspace.from(range)).setRangeEnd(keyspace.to(range));
  }

  RangePage range(KeyRange range, int limit, long revision) {
    var entries = new ArrayList<StoredEntry>();
    long bytes = 0;
    long at = revision;
    KeyRange rest = range;
    while (true) {
      RangeResponse response;
      try {
        response = chunk(rest, limit - entries.size(), at);
      } catch (CompactedException e) {
        if (revision == NOW && !entries.isEmpty()) {
          // The revision of the first chunk has just been compacted.
          return RangePage.first(at, entries, range);
        }
        throw e;
      }
      Jumps jumps = mapping.jumps();
      at = at == NOW ? jumps.ours(response.getHeader().getRevision()) : at;
      for (var stored : response.getKvsList()) {
        entries.add(keyspace.entry(stored, jumps));
        bytes += stored.getValue().size();
      }
      if (!response.getMore()) {
        return RangePage.last(at, entries);
      }
      if (entries.size() == limit || bytes >= MAX_PAGE_BYTES) {
        return RangePage.first(at, entries, range);
      }
      rest = range.after(entries.get(entries.size() - 1).key());
    }
  }

  private RangeResponse chunk(KeyRange range, int limit, long revision) {
    int count = Math.min(limit, chunk);
    while (true) {
      try {
        var response = readOrFail(request(range).setLimit(count), revision);
        learnFrom(response);
        return response;
      } catch (CallFailure e) {
        if (e.code() != Status.Code.RESOURCE_EXHAUSTED || count == 1) {
          throw meaning(e, revision);
        }
        count = Math.max(1, count / 8);
        chunk = count;
      }
    }
  }

  private void learnFrom(RangeResponse response) {
    if (response.getKvsCount() > 0) {
      int average = 1 + response.getSerializedSize() / response.getKvsCount();
      chunk = Math.max(1, Math.min(MAX_CHUNK, MAX_PAGE_BYTES / average));
    }
  }

  Optional<Duration> timeToLive(Key key) {
    long lease =
        read(RangeRequest.newBuilder().setKey(keyspace.key(key)).setKeysOnly(true), NOW)
            .getKvsList()
            .stream()
            .findFirst()
            .map(KeyValue::getLease)
            .orElse(0L);
    if (lease == 0) {
      return Optional.empty();
    }
    var request = LeaseTimeToLiveRequest.newBuilder().setID(lease).build();
    try {
      var response =
          calls.await(
              calls.call(
                  channel -> LeaseGrpc.newFutureStub(channel).leaseTimeToLive(request), true));
      // Negative once the lease has expired, although its keys may exist for a moment longer.
      return Optional.of(Duration.ofSeconds(Math.max(0, response.getTTL())));
    } catch (CallFailure e) {
      throw Failures.of(e);
    }
  }

  private RangeResponse read(RangeRequest.Builder request, long revision) {
    try {
      return readOrFail(request, revision);
    } catch (CallFailure e) {
      throw meaning(e, revision);
    }
  }

  private RangeResponse readOrFail(RangeRequest.Builder request, long revision) {
    if (revision != NOW) {
      Jumps jumps = mapping.jumps();
      if (revision < jumps.floor()) {
        throw new CompactedException(revision, calls.await(history.oldest()));
      }
      request.setRevision(jumps.etcd(revision));
    }
    var built = request.build();
    return calls.await(calls.call(channel -> KVGrpc.newFutureStub(channel).range(built), true));
  }

  /** etcd uses one status code for compacted and for future revisions. */
  private StorageException meaning(CallFailure failure, long revision) {
    if (failure.code() != Status.Code.OUT_OF_RANGE || revision == NOW) {
      return Failures.of(failure);
    }
    try {
      long current = calls.await(history.current());
      return revision > current
          ? new FutureRevisionException(revision, current)
          : new CompactedException(revision, calls.await(history.oldest()));
    } catch (CallFailure e) {
      return Failures.of(e);
    }
  }
}
