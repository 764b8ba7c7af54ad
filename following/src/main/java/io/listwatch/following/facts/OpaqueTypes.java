package io.listwatch.following.facts;

import java.util.Map;

/**
 * Types whose JSON differs from their Go declaration, with their names in the tables. Their fields
 * are never read.
 */
public final class OpaqueTypes {
  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("resource.Quantity", "quantity"),
          Map.entry("meta/v1.Time", "time"),
          Map.entry("meta/v1.MicroTime", "microtime"),
          Map.entry("intstr.IntOrString", "intstr"),
          Map.entry("runtime.RawExtension", "raw"),
          Map.entry("meta/v1.FieldsV1", "fields"),
          Map.entry("apiextensions/v1.JSON", "raw"),
          // A schema, or a value in place of one.
          Map.entry("apiextensions/v1.JSONSchemaPropsOrArray", "apiextensions/v1.JSONSchemaProps"),
          Map.entry("apiextensions/v1.JSONSchemaPropsOrBool", "apiextensions/v1.JSONSchemaProps"),
          Map.entry(
              "apiextensions/v1.JSONSchemaPropsOrStringArray", "apiextensions/v1.JSONSchemaProps"));

  private OpaqueTypes() {}

  public static boolean contains(String type) {
    return NAMES.containsKey(type);
  }

  /** Returns the table's name of an opaque type, or the type itself. */
  public static String tableName(String type) {
    return NAMES.getOrDefault(type, type);
  }
}
