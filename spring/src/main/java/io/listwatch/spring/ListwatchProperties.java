package io.listwatch.spring;

import io.listwatch.controller.LeaderPolicy;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code listwatch.*}.
 *
 * @param url the API server's address, without credentials; null for that of the kubeconfig or the
 *     cluster
 * @param kubeconfig null for {@code KUBECONFIG}, {@code ~/.kube/config} or the service account
 * @param context of the kubeconfig; null for its current one
 * @param namespace the default namespace; null for that of the kubeconfig or the service account
 * @param storeDirectory directory in which informers save their stores for the next start; null to
 *     save none
 * @param syncTimeout time for informers to sync before the application fails to start; 0 to not
 *     wait
 */
@ConfigurationProperties("listwatch")
public record ListwatchProperties(
    @Nullable URI url,
    @Nullable Path kubeconfig,
    @Nullable String context,
    @Nullable String namespace,
    @Nullable Path storeDirectory,
    @DefaultValue("30s") Duration syncTimeout,
    @DefaultValue LeaderElection leaderElection) {

  /**
   * The properties {@code listwatch.leader-election.*}.
   *
   * @param enabled true if controllers run only while this replica holds the lease
   * @param lease name of the lease; null for {@code spring.application.name}
   * @param namespace of the lease; null for the client's default namespace
   * @param identity unique among the replicas; null for the host's name and a random part
   * @param leaseDuration time without a renewal after which others may take over
   * @param renewDeadline time for which a leader tries to renew before it gives up
   * @param retryPeriod time between attempts
   */
  public record LeaderElection(
      @DefaultValue("false") boolean enabled,
      @Nullable String lease,
      @Nullable String namespace,
      @Nullable String identity,
      @DefaultValue("15s") Duration leaseDuration,
      @DefaultValue("10s") Duration renewDeadline,
      @DefaultValue("2s") Duration retryPeriod) {
    LeaderPolicy policy() {
      return new LeaderPolicy(leaseDuration, renewDeadline, retryPeriod, true);
    }
  }
}
