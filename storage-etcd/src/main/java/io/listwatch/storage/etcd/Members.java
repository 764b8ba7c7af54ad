package io.listwatch.storage.etcd;

import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.StatusRequest;
import io.listwatch.storage.StorageClock;
import io.listwatch.storage.StorageException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queries the version of every endpoint; the oldest one decides which features are used. As long as
 * an endpoint has not responded, its version is unknown and all are queried again every {@link
 * #PAUSE}.
 *
 * <p>Thread-safe, without a lock. One round runs at a time.
 */
final class Members implements AutoCloseable {
  static final Duration PAUSE = Duration.ofSeconds(30);

  private static final Logger log = LoggerFactory.getLogger(Members.class);

  private final EtcdCalls calls;
  private final StorageClock clock;
  private volatile boolean reliable;
  private volatile boolean closed;
  private volatile StorageClock.Timer timer = () -> {};

  private Members(EtcdCalls calls, StorageClock clock) {
    this.calls = calls;
    this.clock = clock;
  }

  /**
   * Queries all endpoints and blocks until each has responded or failed.
   *
   * @throws StorageException if a member is too old to be used
   */
  static Members ask(EtcdCalls calls, StorageClock clock) {
    var members = new Members(calls, clock);
    members.learn(calls.await(members.versions()), true);
    return members;
  }

  /** Returns whether every endpoint is known to report progress reliably. */
  boolean reportProgressReliably() {
    return reliable;
  }

  /** Completes with the version of each endpoint; empty if it did not respond. */
  private CompletableFuture<List<Optional<EtcdVersion>>> versions() {
    var asked = calls.endpoints().all().stream().map(this::version).toList();
    return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
        .thenApply(all -> asked.stream().map(CompletableFuture::join).toList());
  }

  private CompletableFuture<Optional<EtcdVersion>> version(Endpoint endpoint) {
    return calls
        .callOn(
            endpoint,
            channel ->
                MaintenanceGrpc.newFutureStub(channel).status(StatusRequest.getDefaultInstance()))
        .handle(
            (status, failure) ->
                status == null || status.getVersion().isEmpty()
                    ? Optional.empty()
                    : Optional.of(EtcdVersion.of(status.getVersion())));
  }

  private void learn(List<Optional<EtcdVersion>> versions, boolean first) {
    versions.forEach(version -> version.ifPresent(Members::requireSupported));
    boolean complete = versions.stream().allMatch(Optional::isPresent);
    reliable =
        complete && versions.stream().flatMap(Optional::stream).allMatch(Members::isReliable);
    if (!complete) {
      if (first) {
        log.warn(
            "an endpoint of etcd does not report its version, so consistent reads go to etcd until"
                + " it does");
      }
      timer = clock.schedule(clock.now().plus(PAUSE), this::askAgain);
      if (closed) {
        timer.cancel();
      }
    } else if (!first) {
      log.info("all endpoints of etcd have reported their versions");
    }
  }

  private static void requireSupported(EtcdVersion version) {
    if (version.compareTo(EtcdVersion.OLDEST) < 0) {
      throw new StorageException(
          "etcd: version %s (expected: %s or later)".formatted(version, EtcdVersion.OLDEST));
    }
  }

  private static boolean isReliable(EtcdVersion version) {
    if (!version.hasReliableProgress()) {
      log.warn(
          "etcd {} does not report progress reliably, so consistent reads go to etcd", version);
    }
    return version.hasReliableProgress();
  }

  private void askAgain() {
    Stages.atEnd(
        versions().thenAccept(versions -> learn(versions, false)),
        (done, failure) -> {
          if (failure != null) {
            log.warn("the version of an endpoint cannot be used", failure);
          }
        });
  }

  @Override
  public void close() {
    closed = true;
    timer.cancel();
  }
}
