package io.listwatch.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** The header of an object as Jackson reads it, for comparison with ours. */
final class JacksonHeader {
  static final JsonMapper JACKSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private JacksonHeader() {}

  static void assertReadsTheSame(Resource resource) throws IOException {
    JsonNode tree = JACKSON.readTree(resource.toByteArray());
    JsonNode metadata = tree.path("metadata");
    String namespace = text(metadata, "namespace");
    assertThat(resource.key())
        .isEqualTo(new ResourceKey(namespace.isEmpty() ? null : namespace, text(metadata, "name")));
    assertThat(resource.uid().orElse("")).isEqualTo(text(metadata, "uid"));
    assertThat(resource.version()).hasToString(text(metadata, "resourceVersion"));
    assertThat(resource.apiVersion()).isEqualTo(text(tree, "apiVersion"));
    assertThat(resource.kind()).isEqualTo(text(tree, "kind"));
    assertThat(resource.labelMap()).isEqualTo(labels(metadata.path("labels")));
    assertThat(resource.hasManagedFields()).isEqualTo(metadata.has("managedFields"));
    assertThat(resource.hasFinalizers()).isEqualTo(!metadata.path("finalizers").isEmpty());
    assertThat(resource.terminating()).isEqualTo(!text(metadata, "deletionTimestamp").isEmpty());
  }

  private static String text(JsonNode node, String name) {
    String text = node.path(name).textValue();
    return text == null ? "" : text;
  }

  private static Map<String, String> labels(JsonNode node) {
    var labels = new TreeMap<String, String>();
    node.properties().forEach(label -> labels.put(label.getKey(), text(node, label.getKey())));
    return labels;
  }
}
