package io.listwatch.storage.etcd;

import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.StatusRequest;
import io.listwatch.storage.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks every endpoint for its version; the oldest one decides which features are used. */
final class Members {
  private static final Logger log = LoggerFactory.getLogger(Members.class);

  private final EtcdCalls calls;

  Members(EtcdCalls calls) {
    this.calls = calls;
  }

  /**
   * Returns whether every endpoint reports progress reliably.
   *
   * @throws StorageException if a member is too old to be used
   */
  boolean reportProgressReliably() {
    boolean reliable = true;
    for (var version : versions()) {
      if (version.compareTo(EtcdVersion.OLDEST) < 0) {
        throw new StorageException(
            "etcd: version %s (expected: %s or later)".formatted(version, EtcdVersion.OLDEST));
      }
      if (!version.hasReliableProgress()) {
        log.warn(
            "etcd {} does not report progress reliably, so consistent reads go to etcd", version);
        reliable = false;
      }
    }
    return reliable;
  }

  private List<EtcdVersion> versions() {
    var asked = new ArrayList<CompletableFuture<EtcdVersion>>();
    for (var endpoint : calls.endpoints().all()) {
      asked.add(
          calls
              .callOn(
                  endpoint,
                  channel ->
                      MaintenanceGrpc.newFutureStub(channel)
                          .status(StatusRequest.getDefaultInstance()))
              .handle(
                  (status, failure) ->
                      version(endpoint, failure == null ? status.getVersion() : "")));
    }
    return asked.stream().map(calls::await).toList();
  }

  /**
   * Returns the version, or the oldest supported one if it is unknown: an endpoint that is down may
   * come back.
   */
  private static EtcdVersion version(Endpoint endpoint, String text) {
    if (text.isEmpty()) {
      log.warn("{} does not report its version; assuming {}", endpoint, EtcdVersion.OLDEST);
      return EtcdVersion.OLDEST;
    }
    return EtcdVersion.of(text);
  }
}
