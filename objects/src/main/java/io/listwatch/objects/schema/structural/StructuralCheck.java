package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What is wrong with a schema that a user gives to a definition, in the reference's words. */
public final class StructuralCheck {
  private static final String ROOT_FIELDS =
      "Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength"
          + " MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties"
          + " ExternalDocs Example XPreserveUnknownFields XValidations";

  /** What would not be looked at when the status is looked at alone. */
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

  /** More are not told: nobody reads them, and each is a text of its own. */
  private static final int MAX_ERRORS = 500;

  private StructuralCheck() {}

  /**
   * Checks a schema.
   *
   * @param openApi the {@code openAPIV3Schema}
   * @param path where it is in the definition
   * @param status whether objects have a status path
   * @param embedded what is asked of objects with a kind of their own inside of defaults
   */
  public static List<FieldError> check(
      JsonValue openApi, String path, boolean status, EmbeddedRules embedded) {
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
      List<FieldError> structure = StructuralRules.check(root);
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
