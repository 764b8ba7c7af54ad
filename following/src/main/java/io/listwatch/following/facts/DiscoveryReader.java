package io.listwatch.following.facts;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.following.facts.Facts.ServedResource;
import io.listwatch.following.facts.Facts.ServedVersion;
import io.listwatch.following.facts.Facts.Subresource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * Reads the versions and resources that kube-apiserver serves from the discovery documents of a
 * checkout. Skips alpha and beta versions, because none is served without a flag.
 */
final class DiscoveryReader {
  /**
   * Import path prefixes of the groups' Go packages. The first label of the group's name follows.
   */
  private static final List<String> PACKAGES =
      List.of(
          "k8s.io/api/",
          "k8s.io/apiextensions-apiserver/pkg/apis/",
          "k8s.io/kube-aggregator/pkg/apis/");

  private final Checkout checkout;

  DiscoveryReader(Checkout checkout) {
    this.checkout = checkout;
  }

  List<String> groupVersions() {
    var found = new ArrayList<String>();
    found.add("v1");
    for (JsonNode group : checkout.discovery("apis.json").path("groups")) {
      for (JsonNode version : group.path("versions")) {
        if (version.path("version").asText().matches("v\\d+")) {
          found.add(version.path("groupVersion").asText());
        }
      }
    }
    return found;
  }

  ServedVersion version(String groupVersion) {
    int slash = groupVersion.indexOf('/');
    String group = slash < 0 ? "" : groupVersion.substring(0, slash);
    String version = groupVersion.substring(slash + 1);
    return new ServedVersion(group, version, firstLabel(group) + "/" + version);
  }

  /** Returns the import path of the package with a version's kinds. */
  String packagePath(ServedVersion version) {
    return PACKAGES.stream()
        .map(parent -> parent + version.packageName())
        .filter(checkout::hasPackage)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "group version: %s has no Go package (expected: in one of %s)"
                        .formatted(version.apiVersion(), PACKAGES)));
  }

  private static String firstLabel(String group) {
    return group.isEmpty() ? "core" : group.split("\\.", 2)[0];
  }

  List<ServedResource> resources(String groupVersion) {
    String path = groupVersion.contains("/") ? "apis/" + groupVersion : "api/" + groupVersion;
    JsonNode all = checkout.discovery(path.replace("/", "__") + ".json").path("resources");
    var found = new ArrayList<ServedResource>();
    for (JsonNode each : all) {
      String name = each.path("name").asText();
      if (!name.contains("/")) {
        found.add(
            new ServedResource(
                groupVersion,
                name,
                each.path("kind").asText(),
                each.path("namespaced").asBoolean(),
                texts(each.path("shortNames")),
                texts(each.path("categories")),
                texts(each.path("verbs")),
                subresources(name + "/", all)));
      }
    }
    return found;
  }

  private static List<Subresource> subresources(String prefix, JsonNode all) {
    var found = new ArrayList<Subresource>();
    for (JsonNode each : all) {
      String name = each.path("name").asText();
      if (name.startsWith(prefix)) {
        String group = each.path("group").asText();
        String version = each.path("version").asText();
        found.add(
            new Subresource(
                name.substring(prefix.length()),
                group.isEmpty() ? version : group + "/" + version,
                each.path("kind").asText(),
                texts(each.path("verbs"))));
      }
    }
    return found;
  }

  private static List<String> texts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).toList();
  }
}
