package io.listwatch.server.kubelet;

import io.listwatch.server.thread.NamedThreads;
import java.time.Duration;

/**
 * The threads that move the bytes of connections to kubelets. Their tasks never block, so one is
 * enough. {@link KubeletClient} bounds the connections.
 */
final class KubeletThreads extends NamedThreads {
  KubeletThreads() {
    super("listwatch-kubelet", 1, Integer.MAX_VALUE, Duration.ofSeconds(30));
  }
}
