package io.listwatch.server.registry.openapi;

import static io.listwatch.server.registry.openapi.Documents.made;
import static io.listwatch.server.registry.openapi.Documents.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.Definitions;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.builtin.BuiltInResources;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ProtobufDocumentTest {
  private static final JsonValue WIDGET =
      JsonTrees.read(
          """
          {"type":"object","properties":{"spec":{"type":"object","required":["colour"],
            "additionalProperties":{"type":"number","maximum":1.5},
            "properties":{
              "colour":{"type":"string","enum":["red","green"],"maxLength":200,"pattern":"^[a-z]+$",
                "description":"Ünïcode"}}},
            "status":{"type":"object","additionalProperties":false}}}
          """);

  private final ResourceRegistry registry = new ResourceRegistry(BuiltInResources.load());
  private final OpenApiDocuments documents =
      new OpenApiDocuments(registry, type -> WIDGET, Runnable::run);

  @BeforeEach
  void defineWidgets() {
    registry.define("widgets.example.com", List.of(Definitions.custom("example.com/v1", "Widget")));
  }

  @Test
  void protobufHasSameContentAsJson() {
    JsonValue json = tree(documents.v2());
    JsonValue protobuf = protobuf(made(documents.v2Protobuf()));

    for (String part : List.of("paths", "definitions")) {
      for (Map.Entry<String, JsonValue> each : json.path(part).properties()) {
        assertThat(protobuf.path(part).path(each.getKey()))
            .as(each.getKey())
            .isEqualTo(each.getValue());
      }
    }
    assertThat(protobuf).isEqualTo(json);
  }

  /** Goes through JSON, so that numbers have the same types. */
  private static JsonValue protobuf(OpenApiDocument document) {
    return JsonTrees.read(GnosticReader.read(document.content()).toString());
  }

  @Test
  void bothFormsHaveSameEtag() {
    assertThat(made(documents.v2Protobuf()).etag()).isEqualTo(made(documents.v2()).etag());
  }
}
