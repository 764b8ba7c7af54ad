package io.listwatch.objects.schema.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import io.listwatch.objects.json.JsonValue;
import java.util.List;

/** The type of JSON without a schema: every value has the CEL type of its JSON type. */
final class DynamicType extends DeclaredType {
  static final DynamicType INSTANCE = new DynamicType();

  private static final Array LIST =
      new Array(true, Extent.NUMBER, INSTANCE, Array.Kind.ATOMIC, List.of());

  private DynamicType() {
    super(true, Extent.NUMBER);
  }

  @Override
  CelType celType() {
    return SimpleType.DYN;
  }

  @Override
  Object viewPresent(JsonValue value) {
    return switch (value.type()) {
      case OBJECT -> new MapView(value, this);
      case ARRAY -> new ListView(value, LIST);
      case STRING -> value.textValue();
      case BOOLEAN -> value.booleanValue();
      default ->
          value.isInteger() && value.isInLongRange()
              ? (Object) value.longValue()
              : (Object) value.doubleValue();
    };
  }
}
