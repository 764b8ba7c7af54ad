package io.listwatch.server.controllers;

import io.listwatch.model.NotFoundException;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.write.Patch;
import io.listwatch.server.registry.write.WriteOptions;
import java.util.Set;

/**
 * The condition {@code Dangling} of FlowSchemas: true if their priority level is missing.
 *
 * <p>Threads: one at a time, which blocks until the status is written.
 */
final class DanglingCondition {
  private static final String TYPE = "Dangling";
  private static final WriteOptions APPLY =
      new WriteOptions(
          "api-priority-and-fairness-config-consumer-v1",
          false,
          WriteOptions.FieldValidation.IGNORE,
          true);

  private final ResourceDefinition schemas;
  private final ControllerParts parts;

  DanglingCondition(ResourceDefinition schemas, ControllerParts parts) {
    this.schemas = schemas;
    this.parts = parts;
  }

  /** Applies the condition to the status of a schema, unless it is there already. */
  void write(JsonObject schema, Set<String> levels) throws InterruptedException {
    Condition wanted =
        condition(schema.at("/spec/priorityLevelConfiguration/name").asText(), levels);
    if (isThere(schema, wanted)) {
      return;
    }
    String name = schema.at("/metadata/name").asText();
    JsonObject applied = new JsonObject();
    applied.put("apiVersion", schemas.type().apiVersion()).put("kind", schemas.type().kind());
    applied.putObject("metadata").put("name", name);
    wanted.applyTo(applied.putObject("status"), parts.timers().now());
    try {
      var unused =
          Stages.await(
              parts
                  .verbs()
                  .patch(
                      schemas,
                      ResourceKey.of(name),
                      "status",
                      Patch.of(Patch.Type.APPLY, applied),
                      APPLY));
    } catch (NotFoundException deleted) {
      // The informer will see the deletion.
    }
  }

  private static Condition condition(String level, Set<String> levels) {
    boolean found = levels.contains(level);
    String message =
        "This FlowSchema references the PriorityLevelConfiguration object named %s %s"
            .formatted(
                Quotation.of(level), found ? "and it exists" : "but there is no such object");
    return new Condition(TYPE, !found, found ? "Found" : "NotFound", message);
  }

  private static boolean isThere(JsonObject schema, Condition wanted) {
    for (JsonValue each : schema.at("/status/conditions")) {
      if (each.path("type").asText().equals(TYPE)) {
        return each.path("status").asText().equals(wanted.holds() ? "True" : "False")
            && each.path("reason").asText().equals(wanted.reason())
            && each.path("message").asText().equals(wanted.message());
      }
    }
    return false;
  }
}
