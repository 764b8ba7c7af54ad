package io.listwatch.objects.schema.cel;

import dev.cel.common.types.OpaqueType;
import dev.cel.common.values.OpaqueValue;
import java.util.List;
import java.util.function.Function;

/** A form that texts may have, by name, such as {@code format.dns1123Label()}. */
@SuppressWarnings("Immutable") // The function has no state.
final class NamedFormat extends OpaqueValue {
  static final OpaqueType TYPE = RuleFunctions.opaque("kubernetes.NamedFormat");

  private final String name;
  private final Function<String, List<String>> violations;

  /**
   * A form.
   *
   * @param violations what is wrong with a text, in the reference's words
   */
  NamedFormat(String name, Function<String, List<String>> violations) {
    this.name = name;
    this.violations = violations;
  }

  String name() {
    return name;
  }

  List<String> violations(String text) {
    return violations.apply(text);
  }

  @Override
  public Object value() {
    return this;
  }

  @Override
  public OpaqueType celType() {
    return TYPE;
  }

  @Override
  public String toString() {
    return name;
  }
}
