package io.listwatch.objects.schema.cel;

import dev.cel.common.exceptions.CelAttributeNotFoundException;
import dev.cel.common.types.CelType;
import dev.cel.common.values.StructValue;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An object that an expression constructs, such as {@code Object{spec: Object.spec{…}}}. */
@SuppressWarnings("Immutable") // the runtime does not change the fields
final class MadeObject extends StructValue<String, MadeObject> {
  private final CelType type;
  private final Map<String, Object> fields;

  MadeObject(CelType type, Map<String, Object> fields) {
    this.type = type;
    this.fields = fields;
  }

  String typeName() {
    return type.name();
  }

  Map<String, Object> fields() {
    return fields;
  }

  @Override
  public MadeObject value() {
    return this;
  }

  @Override
  public boolean isZeroValue() {
    return fields.isEmpty();
  }

  @Override
  public CelType celType() {
    return type;
  }

  @Override
  public Object select(String field) {
    return find(field).orElseThrow(() -> CelAttributeNotFoundException.of("no such key: " + field));
  }

  @Override
  public Optional<Object> find(String field) {
    return Optional.ofNullable(fields.get(field));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MadeObject made
        && typeName().equals(made.typeName())
        && Equality.equal(fields, made.fields);
  }

  @Override
  public int hashCode() {
    return Equality.hash(fields);
  }

  @Override
  public String toString() {
    return typeName();
  }
}
