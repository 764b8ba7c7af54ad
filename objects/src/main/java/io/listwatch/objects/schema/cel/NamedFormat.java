package io.listwatch.objects.schema.cel;

import dev.cel.common.types.OpaqueType;
import java.util.List;
import java.util.function.Function;

/** A named string format in a rule, such as {@code format.dns1123Label()}. */
@SuppressWarnings("Immutable") // the function is stateless
final class NamedFormat extends RuleValue {
  static final OpaqueType TYPE = RuleFunctions.opaque("kubernetes.NamedFormat");

  private final String name;
  private final Function<String, List<String>> violations;

  /**
   * @param violations returns kube-apiserver's error messages for a string
   */
  NamedFormat(String name, Function<String, List<String>> violations) {
    super(TYPE);
    this.name = name;
    this.violations = violations;
  }

  String name() {
    return name;
  }

  List<String> violations(String text) {
    return violations.apply(text);
  }
}
