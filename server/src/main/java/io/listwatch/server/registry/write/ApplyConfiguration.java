package io.listwatch.server.registry.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.apply.PatchException;
import io.listwatch.objects.schema.MalformedJsonException;
import io.listwatch.objects.schema.RepeatedField;
import io.listwatch.server.registry.Refusals;
import java.util.List;
import java.util.Locale;

/**
 * What a client applies: an object of which it says no more than it cares about.
 *
 * @param object never changed
 * @param duplicates what was given more than once
 */
record ApplyConfiguration(ObjectNode object, List<RepeatedField> duplicates) {
  private static final String NO_OBJECT =
      "error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal %s"
          + " into Go value of type map[string]interface {}";

  ApplyConfiguration {
    duplicates = List.copyOf(duplicates);
  }

  static ApplyConfiguration of(Patch patch) {
    try {
      JsonNode tree = patch.body().tree();
      if (tree instanceof ObjectNode object) {
        return new ApplyConfiguration(
            object,
            patch.body().duplicates().stream().map(each -> RepeatedField.of(each.path())).toList());
      }
      if (tree.isNull()) {
        return new ApplyConfiguration(JsonNodeFactory.instance.objectNode(), List.of());
      }
      throw Refusals.badRequest(NO_OBJECT.formatted(typeOf(tree)));
    } catch (MalformedJsonException e) {
      throw Refusals.badRequest("error decoding YAML: " + e.getMessage());
    }
  }

  private static String typeOf(JsonNode tree) {
    return tree.isBoolean() ? "bool" : tree.getNodeType().name().toLowerCase(Locale.ROOT);
  }

  /** It must say what it is, and say so as the path does; who manages what is not for it to say. */
  void check(ResourceType type) {
    if (!apiVersion().equals(type.apiVersion()) || !kind().equals(type.kind())) {
      throw Refusals.badRequest("invalid object type: " + typeName());
    }
    if (object.path("metadata").path("managedFields").isArray()) {
      throw Refusals.badRequest("metadata.managedFields must be nil");
    }
  }

  /** It is not of its type. */
  ApiException refused(PatchException problem) {
    return Refusals.plain(
        "failed to create typed patch object (%s): %s".formatted(who(), problem.getMessage()));
  }

  /** What came of it has a value that its type has no place for. */
  ApiException inconvertible(String why) {
    return Refusals.plain(
        "failed to convert new typed object (%s) to object: %s".formatted(who(), why));
  }

  private String who() {
    JsonNode metadata = object.path("metadata");
    return "%s/%s; %s".formatted(text(metadata, "namespace"), text(metadata, "name"), typeName());
  }

  /**
   * With its group, which may be empty, and its version, as in {@code apps/v1, Kind=Deployment}.
   */
  private String typeName() {
    String version = apiVersion();
    return "%s, Kind=%s".formatted(version.contains("/") ? version : "/" + version, kind());
  }

  private String apiVersion() {
    return text(object, "apiVersion");
  }

  private String kind() {
    return text(object, "kind");
  }

  private static String text(JsonNode object, String member) {
    JsonNode value = object.path(member);
    return value.isTextual() ? value.textValue() : "";
  }
}
