package io.listwatch.server.http.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.http.request.IncludedObject;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.builtin.BuiltInResources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class BookmarkObjectTest {
  private static final ResourceRegistry REGISTRY = new ResourceRegistry(BuiltInResources.load());
  private static final WatchEvent.Bookmark BOOKMARK =
      new WatchEvent.Bookmark(ResourceVersion.of(7), true);

  static Stream<String> recorded() throws IOException {
    try (InputStream in = BookmarkObjectTest.class.getResourceAsStream("bookmarks.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
      return text.lines().filter(line -> !line.startsWith("#"));
    }
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void bookmarkHasEmptyShapeOfItsKind(String line) {
    String[] parts = line.split(" ", 3);
    String[] version = parts[0].split("/", 2);
    ResourceDefinition definition = REGISTRY.find(version[0], version[1], parts[1]).orElseThrow();

    byte[] object = BookmarkObject.of(BOOKMARK, definition, Representation.json(false));

    assertThat(new String(object, UTF_8)).isEqualTo(parts[2]);
  }

  /** The Go type of an EndpointSlice has another order than the stored bytes. */
  @Test
  void endpointSliceHasTheOrderOfItsGoType() {
    assertThat(whole("discovery.k8s.io", "endpointslices"))
        .endsWith("},\"addressType\":\"\",\"endpoints\":null,\"ports\":null}");
  }

  /** kube-apiserver stores this number elsewhere, and always writes the annotation. */
  @Test
  void daemonSetHasItsTemplateGeneration() {
    assertThat(whole("apps", "daemonsets"))
        .contains(
            "\"annotations\":{\"deprecated.daemonset.template.generation\":\"0\",\"k8s.io/initial-events-end\":\"true\"}");
  }

  private static String whole(String group, String plural) {
    ResourceDefinition definition = REGISTRY.find(group, "v1", plural).orElseThrow();
    return new String(BookmarkObject.whole(BOOKMARK, definition), UTF_8);
  }

  static Stream<ResourceDefinition> kinds() {
    return BuiltInResources.load().stream();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void rowHasTheCellsOfAnEmptyObject(ResourceDefinition definition) throws Exception {
    JsonValue row = row(definition);

    assertThat(row.path("cells")).hasSameSizeAs(definition.columns().columns());
    assertThat(row.path("cells").toString()).doesNotContain("bookmark");
  }

  /** As kube-apiserver prints an object without content. */
  @Test
  void rowsPrintPlaceholdersForAbsentValues() throws Exception {
    assertThat(row(REGISTRY.find("", "v1", "configmaps").orElseThrow()).path("cells").toString())
        .isEqualTo("[\"\",0,\"<unknown>\"]");
    assertThat(row(REGISTRY.find("", "v1", "pods").orElseThrow()).path("cells").toString())
        .startsWith("[\"\",\"0/0\",\"\",\"0\",\"<unknown>\"");
  }

  private static JsonValue row(ResourceDefinition definition) throws IOException {
    var form =
        new TableForm(
            definition,
            Representation.ofWatch(
                "application/json;as=Table;g=meta.k8s.io;v=v1,application/json", definition),
            IncludedObject.METADATA,
            Instant.EPOCH);
    var out = new ByteArrayOutputStream();
    form.writeBookmark(BOOKMARK, out);
    return JsonTrees.read(out.toByteArray());
  }
}
