package io.listwatch.server.controllers;

import io.listwatch.model.ConflictException;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.fairness.BootstrapObjects;
import io.listwatch.server.fairness.BootstrapObjects.Kind;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.delete.DeleteOptions.PropagationPolicy;
import io.listwatch.server.registry.write.WriteOptions;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Creates the bootstrap objects of priority and fairness, and keeps them up to date as
 * kube-apiserver does. A mandatory object gets its spec back. A suggested one keeps changes if its
 * annotation {@code apf.kubernetes.io/autoupdate-spec} is false, or missing after a change.
 *
 * <p>Threads: one at a time, which blocks until the objects are written.
 */
final class BootstrapMaintenance {
  private static final WriteOptions WRITE =
      new WriteOptions(
          "api-priority-and-fairness-config-producer-v1",
          false,
          WriteOptions.FieldValidation.IGNORE,
          false);

  private final LiveObjects objects;

  BootstrapMaintenance(LiveObjects objects) {
    this.objects = objects;
  }

  /** Creates, updates and deletes objects so that they equal the given ones. */
  void maintain(List<JsonObject> levels, List<JsonObject> schemas) throws InterruptedException {
    Map<String, JsonObject> knownLevels = byName(levels);
    Map<String, JsonObject> knownSchemas = byName(schemas);
    for (boolean mandatory : List.of(false, true)) {
      ensure(Kind.PRIORITY_LEVEL, mandatory, knownLevels);
      ensure(Kind.FLOW_SCHEMA, mandatory, knownSchemas);
    }
    removeObsolete(Kind.FLOW_SCHEMA, schemas);
    removeObsolete(Kind.PRIORITY_LEVEL, levels);
  }

  private static Map<String, JsonObject> byName(List<JsonObject> trees) {
    return trees.stream()
        .collect(Collectors.toMap(BootstrapMaintenance::name, Function.identity()));
  }

  private static String name(JsonObject object) {
    return object.at("/metadata/name").asText();
  }

  private void ensure(Kind kind, boolean mandatory, Map<String, JsonObject> known)
      throws InterruptedException {
    ResourceDefinition definition = FlowConfiguration.definition(objects, kind);
    for (JsonObject wanted : BootstrapObjects.objects(kind, mandatory)) {
      JsonObject current = known.get(name(wanted));
      if (current == null) {
        objects.create(definition, null, wanted, WRITE);
      } else if (revise(current, wanted, mandatory)) {
        update(definition, current);
      }
    }
  }

  /** Updates an object. Ignores a conflict: the next run compares it again. */
  private void update(ResourceDefinition definition, JsonObject next) throws InterruptedException {
    try {
      objects.update(definition, ResourceKey.of(name(next)), "", next, WRITE);
    } catch (ConflictException changed) {
      // Another server or a user was faster.
    }
  }

  /** Changes an object to its expected state. Returns false if it is unchanged. */
  static boolean revise(JsonObject current, JsonObject wanted, boolean mandatory) {
    Boolean annotated = annotation(current);
    boolean untouched = current.at("/metadata/generation").asLong() == 1;
    boolean update = mandatory || (annotated == null ? untouched : annotated);
    boolean specDiffers = update && !isUpToDate(wanted, current);
    if (specDiffers) {
      current.set("spec", wanted.path("spec").deepCopy());
    }
    boolean annotationDiffers = annotated == null || annotated != update;
    if (annotationDiffers) {
      annotate(current, update);
    }
    return specDiffers || annotationDiffers;
  }

  /** An administrator may change the seats of the exempt level. */
  private static boolean isUpToDate(JsonObject wanted, JsonObject current) {
    JsonValue spec = wanted.path("spec").deepCopy();
    if (spec.path("exempt") instanceof JsonObject exempt
        && current.at("/spec/exempt") instanceof JsonObject actual) {
      exempt.setAll(actual);
    }
    return spec.equalsByNumber(current.path("spec"));
  }

  /** Returns the value of the annotation; null if it is absent or no boolean. */
  private static @Nullable Boolean annotation(JsonObject object) {
    return switch (object
        .path("metadata")
        .path("annotations")
        .path(BootstrapObjects.AUTO_UPDATE)
        .asText()) {
      case "1", "t", "T", "true", "TRUE", "True" -> true;
      case "0", "f", "F", "false", "FALSE", "False" -> false;
      default -> null;
    };
  }

  private static void annotate(JsonObject object, boolean update) {
    JsonObject metadata = (JsonObject) object.path("metadata");
    JsonObject annotations =
        metadata.get("annotations") instanceof JsonObject known
            ? known
            : metadata.putObject("annotations");
    annotations.put(BootstrapObjects.AUTO_UPDATE, Boolean.toString(update));
  }

  /**
   * Deletes bootstrap objects of other versions. Their annotation distinguishes them from users'
   * objects.
   */
  private void removeObsolete(Kind kind, List<JsonObject> known) throws InterruptedException {
    ResourceDefinition definition = FlowConfiguration.definition(objects, kind);
    List<String> names = BootstrapObjects.names(kind);
    for (JsonObject each : known) {
      if (!names.contains(name(each)) && Boolean.TRUE.equals(annotation(each))) {
        var current = objects.get(definition, ResourceKey.of(name(each)));
        if (current.isPresent()) {
          objects.delete(definition, current.get(), PropagationPolicy.BACKGROUND);
        }
      }
    }
  }
}
