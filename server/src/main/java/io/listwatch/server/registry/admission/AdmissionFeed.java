package io.listwatch.server.registry.admission;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.limits.LimitRange;
import io.listwatch.server.resource.ResourceFeed;
import java.util.List;

/**
 * The objects on which built-in plug-ins base their decisions, kept in step with storage: limit
 * ranges, resource quotas and the labels of namespaces.
 *
 * <p>Threads: the threads of the feed write. Any thread reads.
 */
public final class AdmissionFeed {
  private static final ResourceType LIMIT_RANGES =
      ResourceType.namespaced("v1", "LimitRange", "limitranges");
  private static final ResourceType QUOTAS =
      ResourceType.namespaced("v1", "ResourceQuota", "resourcequotas");
  private static final ResourceType NAMESPACES =
      ResourceType.cluster("v1", "Namespace", "namespaces");

  private final NamespacedObjects<LimitRange> limitRanges =
      new NamespacedObjects<>(each -> LimitRange.of(tree(each)));
  private final NamespacedObjects<JsonValue> quotas = new NamespacedObjects<>(AdmissionFeed::tree);
  private final NamespaceLabels podSecurity;

  /** Adds the resources to a feed that has not started. */
  public AdmissionFeed(AdmissionSettings settings, ResourceFeed feed) {
    this.podSecurity = new NamespaceLabels(settings.configuration().podSecurity().defaults());
    if (settings.runs("LimitRanger")) {
      feed.follow(LIMIT_RANGES, limitRanges);
    }
    if (settings.runs("ResourceQuota")) {
      feed.follow(QUOTAS, quotas);
    }
    if (settings.runs("PodSecurity")) {
      feed.follow(NAMESPACES, podSecurity);
    }
  }

  private static JsonValue tree(Resource object) {
    return JsonTrees.read(object.toByteArray());
  }

  /** Returns the LimitRanges of a namespace. */
  List<LimitRange> limitRanges(String namespace) {
    return limitRanges.in(namespace);
  }

  /** Returns the ResourceQuotas of a namespace. */
  List<JsonValue> quotas(String namespace) {
    return quotas.in(namespace);
  }

  NamespaceLabels podSecurity() {
    return podSecurity;
  }
}
