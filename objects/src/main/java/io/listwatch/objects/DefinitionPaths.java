package io.listwatch.objects;

import java.util.List;

/**
 * The paths in errors of CustomResourceDefinitions. kube-apiserver names fields that are equal in
 * all versions by their place in {@code v1beta1}, where they stood once for all versions.
 */
final class DefinitionPaths {
  private static final String FIRST = "spec.versions[0].";

  private static final List<String> SHARED =
      List.of("subresources", "additionalPrinterColumns", "selectableFields");

  private DefinitionPaths() {}

  /** Returns the path at which the definition has the field. */
  static String written(String field) {
    if (field.startsWith("spec.validation")) {
      return FIRST + "schema" + field.substring("spec.validation".length());
    }
    if (field.equals("spec.version")) {
      return FIRST + "name";
    }
    return SHARED.stream().anyMatch(each -> field.startsWith("spec." + each))
        ? FIRST + field.substring("spec.".length())
        : field;
  }
}
