package io.listwatch.objects.schema.cel;

import com.google.errorprone.annotations.Immutable;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.values.OpaqueValue;

/** A value of one of the types that Kubernetes adds to CEL, such as a quantity or an IP address. */
@Immutable
abstract class RuleValue extends OpaqueValue {
  private final OpaqueType type;

  RuleValue(OpaqueType type) {
    this.type = type;
  }

  @Override
  public final Object value() {
    return this;
  }

  @Override
  public final OpaqueType celType() {
    return type;
  }
}
