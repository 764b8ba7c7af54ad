package io.listwatch.server.registry.admission;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.objects.metadata.Identities;
import io.listwatch.time.Timers;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;

/** Adds the built-in plug-ins to a chain. */
public final class BuiltInPlugins {
  private BuiltInPlugins() {}

  /**
   * Adds the plug-ins that set fields of new objects, most of them from objects to which a pod
   * refers.
   *
   * @param identities generate the names of volumes
   * @param workers run the code that follows a wait
   */
  public static void addDefaultsTo(
      AdmissionChain.Builder chain,
      PodObjects pods,
      Identities identities,
      Timers timers,
      Executor workers) {
    chain
        .plugin("ServiceAccount", new ServiceAccountAdmission(pods, identities, timers, workers))
        .plugin("TaintNodesByCondition", CreateDefaults.TAINT_NODES)
        .plugin("Priority", new PriorityAdmission(pods))
        .plugin("DefaultTolerationSeconds", new DefaultTolerationSeconds())
        .plugin("StorageObjectInUseProtection", CreateDefaults.PROTECT_STORAGE)
        .plugin("RuntimeClass", new RuntimeClassAdmission(pods))
        .plugin("PodTopologyLabels", new PodTopologyLabels(pods));
  }

  /**
   * Adds further built-in plug-ins. LimitRanger, PodSecurity and ResourceQuota use the objects of a
   * feed.
   *
   * @param pods returns the pods of a namespace
   */
  public static void addTo(
      AdmissionChain.Builder chain,
      AdmissionSettings settings,
      AdmissionContext context,
      AdmissionFeed feed,
      QuotaAccess quotas,
      Function<String, CompletionStage<List<Resource>>> pods,
      Metrics metrics,
      Timers timers,
      Executor workers) {
    AdmissionConfiguration configuration = settings.configuration();
    PodSecuritySettings podSecurity = configuration.podSecurity();
    var queue = new QuotaQueue(feed::quotas, quotas, timers, workers);
    chain
        .plugin("AlwaysPullImages", PodPlugin.ALWAYS_PULL_IMAGES)
        .plugin("ExtendedResourceToleration", PodPlugin.EXTENDED_RESOURCE_TOLERATION)
        .plugin("LimitPodHardAntiAffinityTopology", PodPlugin.LIMIT_POD_HARD_ANTI_AFFINITY_TOPOLOGY)
        .plugin("NamespaceExists", new NamespaceExists(context.namespaces()))
        .plugin(
            "PodNodeSelector",
            new PodNodeSelector(context.namespaces(), configuration.nodeSelectors()))
        .plugin(
            "PodTolerationRestriction",
            new PodTolerationRestriction(context.namespaces(), configuration.tolerations()))
        .plugin("EventRateLimit", new EventRateLimit(configuration.eventLimits(), timers))
        .plugin(
            "OwnerReferencesPermissionEnforcement",
            new OwnerReferencesPermissionEnforcement(
                context.authorizer(), context.versions(), context.workers()))
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
            new ResourceQuotaAdmission(feed::quotas, configuration.limited(), queue, timers));
  }
}
