package io.listwatch.server.registry.custom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.Status.Cause;
import io.listwatch.server.schema.FieldError;
import io.listwatch.server.schema.cel.SchemaRules;
import java.util.ArrayList;
import java.util.List;

/**
 * What is wrong with the rules in the schemas of a definition. If all versions have one schema, the
 * reference speaks of it as if it stood above them.
 */
final class RuleChecks {
  private RuleChecks() {}

  static List<Cause> of(JsonNode versions) {
    var errors = new ArrayList<FieldError>();
    if (areAlike(versions)) {
      check(versions.get(0), "spec.validation", errors);
    } else {
      for (int i = 0; i < versions.size(); i++) {
        check(versions.get(i), "spec.versions[" + i + "].schema", errors);
      }
    }
    return errors.stream().map(FieldError::cause).toList();
  }

  private static boolean areAlike(JsonNode versions) {
    for (JsonNode version : versions) {
      if (!version.path("schema").equals(versions.get(0).path("schema"))) {
        return false;
      }
    }
    return !versions.isEmpty();
  }

  private static void check(JsonNode version, String path, List<FieldError> errors) {
    if (version.path("schema").path("openAPIV3Schema") instanceof ObjectNode schema) {
      SchemaRules.compile(schema, path + ".openAPIV3Schema", errors);
    }
  }
}
