package io.listwatch.server.registry.openapi;

import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.ValueSchema.Scalar;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The names of schemas: the Go package of a built-in type, or the reversed group of a custom
 * resource.
 */
final class TypeNames {
  private static final String MACHINERY = "io.k8s.apimachinery.pkg.";
  private static final String EXTENSIONS =
      "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.";

  static final String PATCH = MACHINERY + "apis.meta.v1.Patch";
  static final String INFO = MACHINERY + "version.Info";
  static final String JSON = EXTENSIONS + "JSON";
  static final String SCHEMA_OR_LIST = EXTENSIONS + "JSONSchemaPropsOrArray";
  static final String SCHEMA_OR_BOOLEAN = EXTENSIONS + "JSONSchemaPropsOrBool";
  static final String SCHEMA_OR_STRINGS = EXTENSIONS + "JSONSchemaPropsOrStringArray";

  private TypeNames() {}

  static String of(ObjectSchema type) {
    String name = type.name();
    String place = name.substring(0, name.indexOf('/'));
    String prefix =
        switch (place) {
          case "meta" -> MACHINERY + "apis.meta";
          case "apiextensions" -> "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions";
          case "apiregistration" -> "io.k8s.kube-aggregator.pkg.apis.apiregistration";
          default -> "io.k8s.api." + place;
        };
    return prefix + "." + name.substring(place.length() + 1);
  }

  /** Returns the schema name of a scalar that has its own schema. */
  static String of(Scalar type) {
    return switch (type) {
      case QUANTITY -> MACHINERY + "api.resource.Quantity";
      case TIME -> MACHINERY + "apis.meta.v1.Time";
      case MICROTIME -> MACHINERY + "apis.meta.v1.MicroTime";
      case INT_OR_STRING -> MACHINERY + "util.intstr.IntOrString";
      case RAW -> MACHINERY + "runtime.RawExtension";
      case FIELDS -> MACHINERY + "apis.meta.v1.FieldsV1";
      default ->
          throw new IllegalArgumentException(
              "type: %s (expected: one with a name)".formatted(type));
    };
  }

  /**
   * Returns the schema name of a custom kind: the group {@code example.com} becomes {@code
   * com.example}.
   */
  static String ofCustom(String group, String version, String kind) {
    List<String> parts = new ArrayList<>(List.of(group.split("\\.", -1)));
    Collections.reverse(parts);
    return String.join(".", parts) + "." + version + "." + kind;
  }
}
