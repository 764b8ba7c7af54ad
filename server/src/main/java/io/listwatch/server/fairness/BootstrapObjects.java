package io.listwatch.server.fairness;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The FlowSchemas and PriorityLevelConfigurations that every cluster has. The mandatory ones cannot
 * be changed; the suggested ones are updated unless their annotation disables it.
 */
public final class BootstrapObjects {
  /** The annotation that controls whether the server updates an object. */
  public static final String AUTO_UPDATE = "apf.kubernetes.io/autoupdate-spec";

  private static final JsonValue SPECS = load();
  private static final List<PriorityLevelSpec> LEVELS =
      objects(Kind.PRIORITY_LEVEL, true).stream()
          .map(FlowObjects::level)
          .flatMap(Optional::stream)
          .toList();
  private static final List<FlowSchema> SCHEMAS =
      objects(Kind.FLOW_SCHEMA, true).stream().map(FlowObjects::schema).toList();

  private BootstrapObjects() {}

  private static JsonValue load() {
    try (InputStream in = BootstrapObjects.class.getResourceAsStream("bootstrap.json")) {
      return JsonTrees.read(Objects.requireNonNull(in).readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns new copies of the objects of one kind, in the order in which they are created. */
  public static List<JsonObject> objects(Kind kind, boolean mandatory) {
    return SPECS.path((mandatory ? "mandatory" : "suggested") + kind.section).properties().stream()
        .map(each -> object(kind, each))
        .toList();
  }

  private static JsonObject object(Kind kind, Map.Entry<String, JsonValue> spec) {
    JsonObject object = new JsonObject();
    object.put("apiVersion", "flowcontrol.apiserver.k8s.io/v1").put("kind", kind.word);
    JsonObject metadata = object.putObject("metadata").put("name", spec.getKey());
    metadata.putObject("annotations").put(AUTO_UPDATE, "true");
    object.set("spec", spec.getValue().deepCopy());
    return object;
  }

  /** Returns the names of all objects of one kind. */
  public static List<String> names(Kind kind) {
    return Stream.of(true, false)
        .flatMap(mandatory -> objects(kind, mandatory).stream())
        .map(each -> each.at("/metadata/name").asText())
        .toList();
  }

  static List<PriorityLevelSpec> mandatoryLevels() {
    return LEVELS;
  }

  static List<FlowSchema> mandatorySchemas() {
    return SCHEMAS;
  }

  /** The two kinds of objects. */
  public enum Kind {
    PRIORITY_LEVEL("PriorityLevelConfiguration", "PriorityLevels", "prioritylevelconfigurations"),
    FLOW_SCHEMA("FlowSchema", "FlowSchemas", "flowschemas");

    private final String word;
    private final String section;
    private final String plural;

    Kind(String word, String section, String plural) {
      this.word = word;
      this.section = section;
      this.plural = plural;
    }

    /** Returns the name of the resource. */
    public String plural() {
      return plural;
    }
  }
}
