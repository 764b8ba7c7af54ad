package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.pattern.PatternBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Validates the schema of a CustomResourceDefinition, with kube-apiserver's messages. */
public final class StructuralCheck {
  private static final String ROOT_FIELDS =
      "Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength"
          + " MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties"
          + " ExternalDocs Example XPreserveUnknownFields XValidations";

  /** Constraints at the root that would not be applied when only the status is validated. */
  private static final Set<String> NOT_AT_ROOT =
      Set.of(
          "$ref",
          "id",
          "$schema",
          "default",
          "enum",
          "maxProperties",
          "minProperties",
          "allOf",
          "oneOf",
          "anyOf",
          "not",
          "additionalProperties",
          "patternProperties",
          "dependencies",
          "additionalItems",
          "definitions",
          "nullable",
          "x-kubernetes-embedded-resource",
          "x-kubernetes-int-or-string",
          "x-kubernetes-list-map-keys",
          "x-kubernetes-list-type",
          "x-kubernetes-map-type");

  /** Limits the memory of errors; later ones are dropped. */
  private static final int MAX_ERRORS = 500;

  private StructuralCheck() {}

  /**
   * Validates a schema.
   *
   * @param openApi the {@code openAPIV3Schema}
   * @param path its path in the definition
   * @param status true if the resource has a status subresource
   * @param embedded the rules for embedded resources in defaults
   * @param patterns limits the patterns of all schemas of the definition
   */
  public static List<FieldError> check(
      JsonValue openApi,
      String path,
      boolean status,
      EmbeddedRules embedded,
      PatternBudget patterns) {
    var root = new SchemaPlace(openApi, path);
    var errors = new ArrayList<FieldError>();
    if (status) {
      checkRoot(root, errors);
    }
    if (root.says("nullable")) {
      errors.add(root.forbidden("nullable", "nullable cannot be true at the root"));
    }
    boolean readable = !root.unreadable();
    if (readable) {
      List<FieldError> structure = StructuralRules.check(root, patterns);
      errors.addAll(structure.isEmpty() ? DefaultsCheck.check(root, embedded) : structure);
    }
    errors.addAll(OpenApiCheck.check(root));
    if (!readable && errors.isEmpty()) {
      errors.add(FieldError.invalid(path, "", "OpenAPIV3Schema 'schema' is not supported"));
    }
    return errors.subList(0, Math.min(errors.size(), MAX_ERRORS));
  }

  private static void checkRoot(SchemaPlace root, List<FieldError> errors) {
    if (!root.type().isEmpty() && !root.type().equals("object")) {
      errors.add(
          root.invalid(
              "type",
              root.type(),
              "only \"object\" is allowed as the type at the root of the schema if the status"
                  + " subresource is enabled"));
    } else if (NOT_AT_ROOT.stream().anyMatch(root::has)) {
      errors.add(
          FieldError.invalid(
              root.path(),
              root.json(),
              "only [%s] fields are allowed at the root of the schema if the status subresource is"
                      .formatted(ROOT_FIELDS)
                  + " enabled"));
    }
  }
}
