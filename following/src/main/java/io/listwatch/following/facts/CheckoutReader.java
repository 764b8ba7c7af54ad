package io.listwatch.following.facts;

import io.listwatch.following.facts.Facts.ServedResource;
import io.listwatch.following.facts.Facts.ServedVersion;
import io.listwatch.following.facts.Facts.Subresource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the facts from a checkout. */
public final class CheckoutReader {
  private static final String META = "k8s.io/apimachinery/pkg/apis/meta/v1";
  private static final String DISCOVERY = "k8s.io/api/apidiscovery/v2";

  /** Kinds that clients send and receive although they are not resources, by package. */
  private static final Map<String, List<String>> PLAIN_KINDS =
      Map.of(
          META,
          List.of(
              "APIGroup",
              "APIGroupList",
              "APIResourceList",
              "APIVersions",
              "CreateOptions",
              "DeleteOptions",
              "PartialObjectMetadata",
              "PatchOptions",
              "Status",
              "UpdateOptions",
              "WatchEvent"),
          DISCOVERY,
          List.of("APIGroupDiscoveryList"));

  private final DiscoveryReader discovery;
  private final TypeCollector types;
  private final DefaultsReader defaults;
  private final FunctionDigests functions;

  public CheckoutReader(Checkout checkout) {
    this.discovery = new DiscoveryReader(checkout);
    this.types = new TypeCollector(checkout);
    this.defaults = new DefaultsReader(checkout);
    this.functions = new FunctionDigests(checkout);
  }

  public Facts read(String kubernetes) {
    var versions = new ArrayList<ServedVersion>();
    var resources = new ArrayList<ServedResource>();
    for (String each : discovery.groupVersions()) {
      versions.add(discovery.version(each));
      resources.addAll(discovery.resources(each));
    }
    resources.forEach(this::collect);
    PLAIN_KINDS.forEach((path, kinds) -> kinds.forEach(kind -> types.add(path, kind)));
    versions.add(new ServedVersion("meta.k8s.io", "v1", "meta/v1"));
    versions.add(new ServedVersion("apidiscovery.k8s.io", "v2", "apidiscovery/v2"));
    return new Facts(
        kubernetes,
        versions,
        resources,
        types.collected(),
        defaults.read(versions, types.collected()),
        functions.read(versions));
  }

  private void collect(ServedResource resource) {
    collect(resource.apiVersion(), resource.kind());
    for (Subresource each : resource.subresources()) {
      // Options are parameters of a request, never its body.
      if (!each.kind().endsWith("Options")) {
        String own = each.apiVersion().isEmpty() ? resource.apiVersion() : each.apiVersion();
        collect(own, each.kind());
      }
    }
  }

  private void collect(String apiVersion, String kind) {
    types.add(discovery.packagePath(discovery.version(apiVersion)), kind);
  }
}
