package io.listwatch.demo;

import io.listwatch.client.ApiClient;
import io.listwatch.client.Patch;
import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.time.Pause;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registers the Node of a {@link NodeAgent} as ready, and renews its Lease every ten seconds, as
 * the kubelet does.
 *
 * <p>Has its own thread. {@link #close} may be called from any thread.
 */
public final class NodeHeartbeat implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(NodeHeartbeat.class);
  private static final Duration PERIOD = Duration.ofSeconds(10);
  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final String node;
  private final ApiClient client;
  private final Timers timers;
  private final Pause pause;
  private final Thread thread = new Thread(this::run, "listwatch-heartbeat");

  public NodeHeartbeat(String node, ApiClient client, Timers timers) {
    this.node = node;
    this.client = client;
    this.timers = timers;
    this.pause = new Pause(timers);
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  private void run() {
    try {
      boolean registered = false;
      do {
        registered = beat(registered);
      } while (pause.sleep(PERIOD));
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns whether the node is registered. The next heartbeat retries a failed request. */
  private boolean beat(boolean registered) throws InterruptedException {
    try {
      if (!registered) {
        register();
      }
      renew();
      return true;
    } catch (ApiException failure) {
      log.debug("the heartbeat of {} failed: {}", node, failure.getMessage());
      return registered;
    }
  }

  private void register() throws InterruptedException {
    var nodes = client.resources(Types.NODES).as("node-agent");
    nodes.applyForced(
        Resource.parse(
            """
            {"apiVersion":"v1","kind":"Node","metadata":{"name":"%1$s",\
            "labels":{"kubernetes.io/hostname":"%1$s","kubernetes.io/os":"linux"}}}\
            """
                .formatted(node)));
    // The server taints a new node as not ready, and no node lifecycle controller removes the
    // taint.
    nodes.patch(node, Patch.merge("{\"spec\":{\"taints\":null}}"));
    String now = timers.now().truncatedTo(ChronoUnit.SECONDS).toString();
    nodes
        .subresource("status")
        .patch(
            node,
            Patch.merge(
                """
                {"status":{"capacity":{"cpu":"4","memory":"8Gi","pods":"110"},\
                "allocatable":{"cpu":"4","memory":"8Gi","pods":"110"},\
                "conditions":[{"type":"Ready","status":"True","reason":"KubeletReady",\
                "message":"no kubelet: the demo pretends to run pods",\
                "lastHeartbeatTime":"%1$s","lastTransitionTime":"%1$s"}]}}\
                """
                    .formatted(now)));
  }

  private void renew() throws InterruptedException {
    client
        .resources(Types.LEASES)
        .inNamespace("kube-node-lease")
        .as("node-agent")
        .applyForced(
            Resource.parse(
                """
                {"apiVersion":"coordination.k8s.io/v1","kind":"Lease",\
                "metadata":{"name":"%1$s","namespace":"kube-node-lease"},\
                "spec":{"holderIdentity":"%1$s","leaseDurationSeconds":40,"renewTime":"%2$s"}}\
                """
                    .formatted(node, MICROSECONDS.format(timers.now()))));
  }

  @Override
  public void close() {
    pause.close();
    thread.interrupt();
  }
}
