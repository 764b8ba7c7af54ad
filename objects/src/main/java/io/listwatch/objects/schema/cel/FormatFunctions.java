package io.listwatch.objects.schema.cel;

import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import java.util.List;
import java.util.Optional;

/**
 * CEL functions on named formats: {@code !format.dns1123Label().validate(self.name).hasValue()}.
 */
final class FormatFunctions {
  private FormatFunctions() {}

  static void addTo(FunctionLibrary library) {
    for (NamedFormat format : NamedFormats.ALL) {
      String function = "format." + format.name();
      library.global(function, function, NamedFormat.TYPE, List.of(), a -> format);
    }
    library
        .global(
            "format.named",
            "format-named",
            OptionalType.create(NamedFormat.TYPE),
            List.of(SimpleType.STRING),
            a -> named((String) a[0]))
        .member(
            "validate",
            "format-validate",
            OptionalType.create(RuleFunctions.TEXTS),
            List.of(NamedFormat.TYPE, SimpleType.STRING),
            a -> violations((NamedFormat) a[0], (String) a[1]));
  }

  private static Optional<NamedFormat> named(String name) {
    return NamedFormats.ALL.stream().filter(format -> format.name().equals(name)).findFirst();
  }

  private static Optional<List<String>> violations(NamedFormat format, String text) {
    List<String> violations = format.violations(text);
    return violations.isEmpty() ? Optional.empty() : Optional.of(violations);
  }
}
