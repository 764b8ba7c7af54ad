package io.listwatch.workloads;

import io.listwatch.client.ApiClient;
import io.listwatch.client.HttpLeaseLock;
import io.listwatch.controller.Lease;
import io.listwatch.time.Timers;
import java.util.Optional;

/** Detects a kube-controller-manager that runs on the same server, by its leader election. */
final class OtherManager {
  private static final String NAMESPACE = "kube-system";
  private static final String LEASE = "kube-controller-manager";

  private final ApiClient client;
  private final Timers timers;

  OtherManager(ApiClient client, Timers timers) {
    this.client = client;
    this.timers = timers;
  }

  /**
   * Does nothing if no kube-controller-manager holds a fresh Lease.
   *
   * @throws IllegalStateException if one does
   */
  void requireAbsent() throws InterruptedException {
    Optional<Lease> lease = new HttpLeaseLock(client, NAMESPACE, LEASE).read();
    if (lease.filter(this::held).isPresent()) {
      throw new IllegalStateException(
          "kube-controller-manager: %s holds its Lease (expected: none; both would act on the same"
                  .formatted(lease.get().holder())
              + " objects; stop it, or force the start)");
    }
  }

  private boolean held(Lease lease) {
    return !lease.holder().isEmpty()
        && lease.renewed().plus(lease.duration()).isAfter(timers.now());
  }
}
