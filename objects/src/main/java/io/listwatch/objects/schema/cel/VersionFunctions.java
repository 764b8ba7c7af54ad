package io.listwatch.objects.schema.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * CEL functions on semantic versions, such as {@code semver("1.2.3").isLessThan(semver("2.0.0"))}.
 */
final class VersionFunctions {
  private VersionFunctions() {}

  static void addTo(FunctionLibrary library) {
    addConversions(library);
    List<CelType> two = List.of(SemanticVersion.TYPE, SemanticVersion.TYPE);
    library
        .member(
            "isGreaterThan", "semver_is_greater_than", SimpleType.BOOL, two, a -> compare(a) > 0)
        .member("isLessThan", "semver_is_less_than", SimpleType.BOOL, two, a -> compare(a) < 0)
        .member("compareTo", "semver_compare_to", SimpleType.INT, two, a -> (long) compare(a));
    List<CelType> one = List.of(SemanticVersion.TYPE);
    library
        .member("major", "semver_major", SimpleType.INT, one, a -> version(a).major())
        .member("minor", "semver_minor", SimpleType.INT, one, a -> version(a).minor())
        .member("patch", "semver_patch", SimpleType.INT, one, a -> version(a).patch());
  }

  private static void addConversions(FunctionLibrary library) {
    List<CelType> text = List.of(SimpleType.STRING);
    List<CelType> tolerant = List.of(SimpleType.STRING, SimpleType.BOOL);
    library
        .global("semver", "string_to_semver", SemanticVersion.TYPE, text, a -> parse(a[0], false))
        .global(
            "semver",
            "string_bool_to_semver",
            SemanticVersion.TYPE,
            tolerant,
            a -> parse(a[0], (Boolean) a[1]))
        .global(
            "isSemver", "is_semver_string", SimpleType.BOOL, text, a -> find(a[0], false) != null)
        .global(
            "isSemver",
            "is_semver_string_bool",
            SimpleType.BOOL,
            tolerant,
            a -> find(a[0], (Boolean) a[1]) != null);
  }

  private static SemanticVersion version(Object[] arguments) {
    return (SemanticVersion) arguments[0];
  }

  private static int compare(Object[] arguments) {
    return Integer.signum(version(arguments).compareTo((SemanticVersion) arguments[1]));
  }

  private static @Nullable SemanticVersion find(Object text, boolean tolerant) {
    return tolerant
        ? SemanticVersion.parseTolerantly((String) text)
        : SemanticVersion.parse((String) text);
  }

  private static SemanticVersion parse(Object text, boolean tolerant) {
    SemanticVersion version = find(text, tolerant);
    if (version == null) {
      throw new RuleFailure(
          text.equals("") ? "Version string empty" : "No Major.Minor.Patch elements found");
    }
    return version;
  }
}
