package io.listwatch.server.registry.discovery;

import static io.listwatch.server.registry.Definitions.custom;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.builtin.BuiltInResources;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Compares discovery documents with recorded ones of kube-apiserver. */
final class DiscoveryDocumentsTest {
  private static final JsonValue RECORDED = read("legacy.json");

  private final ResourceRegistry registry = new ResourceRegistry(BuiltInResources.load());
  private final DiscoveryDocuments documents = new DiscoveryDocuments(registry, () -> "<addr>");

  @Test
  void coreVersionsMatchKubeApiserver() {
    assertThat(tree(documents.coreVersions())).isEqualTo(RECORDED.get("/api"));
  }

  @Test
  void groupsAndTheirOrderMatchKubeApiserver() {
    assertThat(tree(documents.groups())).isEqualTo(RECORDED.get("/apis"));
  }

  @Test
  void groupMatchesKubeApiserver() {
    assertThat(documents.group("apps").map(DiscoveryDocumentsTest::tree))
        .contains(RECORDED.get("/apis/apps"));
  }

  @Test
  void resourcesAndStorageVersionHashMatchKubeApiserver() {
    assertThat(documents.resources("coordination.k8s.io", "v1").map(DiscoveryDocumentsTest::tree))
        .contains(RECORDED.get("/apis/coordination.k8s.io/v1"));
  }

  @Test
  void coreResourcesAndTheirOrderMatchKubeApiserver() {
    JsonValue document = tree(documents.resources("", "v1").orElseThrow());

    assertThat(document.has("apiVersion")).isFalse();
    assertThat(document.findValues("name"))
        .containsExactlyElementsOf(RECORDED.get("names of /api/v1"));
  }

  @Test
  void recordedResourcesMatchExceptForTheirHash() {
    assertThat(withoutHashes("apps", "v1"))
        .containsAll(RECORDED.path("/apis/apps/v1").get("resources"));
    assertThat(withoutHashes("", "v1")).containsAll(RECORDED.path("/api/v1").get("resources"));
  }

  private List<JsonValue> withoutHashes(String group, String version) {
    var resources = new ArrayList<JsonValue>();
    tree(documents.resources(group, version).orElseThrow())
        .path("resources")
        .forEach(resources::add);
    resources.forEach(each -> ((JsonObject) each).remove("storageVersionHash"));
    return resources;
  }

  @Test
  void everyFieldOfEveryResourceMatchesKubeApiserver() throws IOException {
    var lines = new ArrayList<String>();
    for (JsonValue group : aggregated()) {
      String name = group.path("metadata").path("name").asText();
      for (JsonValue version : group.path("versions")) {
        String prefix = name.isEmpty() ? "" : name + "/";
        String apiVersion = prefix + version.path("version").asText();
        version.path("resources").forEach(each -> lines.add(line(apiVersion, each)));
      }
    }

    assertThat(lines).isEqualTo(text("resources.tsv").lines().skip(1).toList());
  }

  private List<JsonValue> aggregated() {
    var groups = new ArrayList<JsonValue>();
    tree(documents.aggregatedCore()).path("items").forEach(groups::add);
    tree(documents.aggregatedGroups()).path("items").forEach(groups::add);
    return groups;
  }

  private static String line(String apiVersion, JsonValue resource) {
    var subresources = new ArrayList<String>();
    for (JsonValue each : resource.path("subresources")) {
      JsonValue kind = each.path("responseKind");
      subresources.add(
          "%s(%s/%s/%s:%s)"
              .formatted(
                  each.path("subresource").asText(),
                  kind.path("group").asText(),
                  kind.path("version").asText(),
                  kind.path("kind").asText(),
                  commas(each.path("verbs"))));
    }
    return String.join(
        "\t",
        apiVersion,
        resource.path("resource").asText(),
        resource.path("responseKind").path("kind").asText(),
        resource.path("singularResource").asText(),
        resource.path("scope").asText(),
        commas(resource.path("shortNames")),
        commas(resource.path("categories")),
        commas(resource.path("verbs")),
        String.join(" ", subresources));
  }

  private static String commas(JsonValue array) {
    var words = new ArrayList<String>();
    array.forEach(each -> words.add(each.asText()));
    return String.join(",", words);
  }

  @Test
  void unservedGroupOrVersionHasNoDocument() {
    assertThat(documents.group("nope.example.com")).isEmpty();
    assertThat(documents.group("")).isEmpty();
    assertThat(documents.resources("apps", "v9")).isEmpty();
  }

  @Test
  void documentIsReusedUntilRegistryChanges() {
    DiscoveryDocument before = documents.aggregatedGroups();
    assertThat(documents.aggregatedGroups()).isSameAs(before);

    registry.define("widgets.example.com", List.of(custom("example.com/v1", "Widget")));

    DiscoveryDocument after = documents.aggregatedGroups();
    assertThat(after.etag()).isNotEqualTo(before.etag());
    assertThat(documents.group("example.com")).isPresent();
  }

  @Test
  void responseKindOfCustomResourceHasGroupAndVersion() {
    registry.define("widgets.example.com", List.of(custom("example.com/v1", "Widget")));

    assertThat(tree(documents.aggregatedGroups()).toString())
        .contains("{\"group\":\"example.com\",\"version\":\"v1\",\"kind\":\"Widget\"}");
  }

  @Test
  void etagIsHashOfBytes() {
    assertThat(new DiscoveryDocument("{}".getBytes(UTF_8)).etag())
        .isEqualTo(
            "27C74670ADB75075FAD058D5CEAF7B20C4E7786C83BAE8A32F626F9782AF34C9"
                + "A33C2046EF60FD2A7878D378E29FEC851806BBD9A67878F3A9F1CDA4830763FD");
  }

  private static JsonValue tree(DiscoveryDocument document) {
    return JsonTrees.read(document.json());
  }

  private static JsonValue read(String file) {
    return JsonTrees.read(text(file));
  }

  private static String text(String file) {
    try (InputStream in = DiscoveryDocumentsTest.class.getResourceAsStream(file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
