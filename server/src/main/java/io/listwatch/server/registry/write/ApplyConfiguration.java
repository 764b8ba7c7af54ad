package io.listwatch.server.registry.write;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.apply.PatchException;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.json.RepeatedField;
import io.listwatch.server.registry.ApiErrors;
import java.util.List;
import java.util.Locale;

/**
 * The body of a server-side apply: a partial object with the fields of its manager.
 *
 * @param object never changed
 * @param duplicates the fields that the body has more than once
 */
record ApplyConfiguration(JsonObject object, List<RepeatedField> duplicates) {
  private static final String NO_OBJECT =
      "error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal %s"
          + " into Go value of type map[string]interface {}";

  ApplyConfiguration {
    duplicates = List.copyOf(duplicates);
  }

  static ApplyConfiguration of(Patch patch) {
    try {
      JsonValue tree = patch.body().tree();
      if (tree instanceof JsonObject object) {
        return new ApplyConfiguration(
            object,
            patch.body().duplicates().stream().map(each -> RepeatedField.of(each.path())).toList());
      }
      if (tree.isNull()) {
        return new ApplyConfiguration(new JsonObject(), List.of());
      }
      throw ApiErrors.badRequest(NO_OBJECT.formatted(typeOf(tree)));
    } catch (MalformedJsonException e) {
      throw ApiErrors.badRequest("error decoding YAML: " + e.getMessage());
    }
  }

  private static String typeOf(JsonValue tree) {
    return tree.isBoolean() ? "bool" : tree.type().name().toLowerCase(Locale.ROOT);
  }

  /** Checks that its type is that of the path, and that it has no managedFields. */
  void check(ResourceType type) {
    if (!apiVersion().equals(type.apiVersion()) || !kind().equals(type.kind())) {
      throw ApiErrors.badRequest("invalid object type: " + typeName());
    }
    if (object.path("metadata").path("managedFields").isArray()) {
      throw ApiErrors.badRequest("metadata.managedFields must be nil");
    }
  }

  /** Returns the error for a configuration that does not fit its type. */
  ApiException refused(PatchException problem) {
    return ApiErrors.plain(
        "failed to create typed patch object (%s): %s".formatted(who(), problem.getMessage()));
  }

  /** Returns the error for a merged object that does not fit its type. */
  ApiException inconvertible(String why) {
    return ApiErrors.plain(
        "failed to convert new typed object (%s) to object: %s".formatted(who(), why));
  }

  private String who() {
    JsonValue metadata = object.path("metadata");
    return "%s/%s; %s".formatted(text(metadata, "namespace"), text(metadata, "name"), typeName());
  }

  /** Returns group, version and kind as Go prints them: {@code apps/v1, Kind=Deployment}. */
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

  private static String text(JsonValue object, String member) {
    JsonValue value = object.path(member);
    return value.isText() ? value.textValue() : "";
  }
}
