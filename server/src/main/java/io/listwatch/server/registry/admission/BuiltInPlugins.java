package io.listwatch.server.registry.admission;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.time.Timers;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;

/** Adds the built-in plug-ins to a chain. */
public final class BuiltInPlugins {
  private BuiltInPlugins() {}

  /**
   * Adds all plug-ins that decide by the objects of a feed.
   *
   * @param pods returns the pods of a namespace
   */
  public static void addTo(
      AdmissionChain.Builder chain,
      AdmissionSettings settings,
      AdmissionFeed feed,
      QuotaAccess quotas,
      Function<String, CompletionStage<List<Resource>>> pods,
      Metrics metrics,
      Timers timers,
      Executor workers) {
    PodSecuritySettings podSecurity = settings.configuration().podSecurity();
    var queue = new QuotaQueue(feed::quotas, quotas, timers, workers);
    chain
        .plugin("AlwaysPullImages", PodPlugin.ALWAYS_PULL_IMAGES)
        .plugin("ExtendedResourceToleration", PodPlugin.EXTENDED_RESOURCE_TOLERATION)
        .plugin("LimitPodHardAntiAffinityTopology", PodPlugin.LIMIT_POD_HARD_ANTI_AFFINITY_TOPOLOGY)
        .plugin("DenyServiceExternalIPs", new DenyServiceExternalIps())
        .plugin("LimitRanger", new LimitRanger(feed::limitRanges))
        .plugin(
            "PodSecurity",
            new PodSecurityAdmission(
                podSecurity,
                feed.podSecurity(),
                pods,
                new ExistingPods(timers, podSecurity.runtimeClasses()),
                new PodSecurityMeters(metrics)))
        .plugin(
            "ResourceQuota",
            new ResourceQuotaAdmission(
                feed::quotas, settings.configuration().limited(), queue, timers));
  }
}
