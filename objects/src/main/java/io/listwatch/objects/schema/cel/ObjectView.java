package io.listwatch.objects.schema.cel;

import dev.cel.common.exceptions.CelAttributeNotFoundException;
import dev.cel.common.types.CelType;
import dev.cel.common.values.StructValue;
import io.listwatch.objects.json.JsonValue;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The CEL view of a JSON object with declared members. Undeclared members are invisible, and null
 * counts as absent.
 */
@SuppressWarnings("Immutable") // the JSON is not changed while rules are evaluated
final class ObjectView extends StructValue<String, ObjectView> {
  private final JsonValue object;
  private final DeclaredType.Struct type;

  ObjectView(JsonValue object, DeclaredType.Struct type) {
    this.object = object;
    this.type = type;
  }

  JsonValue node() {
    return object;
  }

  DeclaredType.Struct type() {
    return type;
  }

  @Override
  public ObjectView value() {
    return this;
  }

  @Override
  public boolean isZeroValue() {
    return object.isEmpty();
  }

  @Override
  public CelType celType() {
    return type.celType();
  }

  @Override
  public Object select(String field) {
    return find(field).orElseThrow(() -> CelAttributeNotFoundException.of("no such key: " + field));
  }

  @Override
  public Optional<Object> find(String field) {
    DeclaredType.Member member = type.member(field);
    if (member == null) {
      return Optional.empty();
    }
    JsonValue value = object.get(member.name());
    return value == null || value.isNull()
        ? Optional.empty()
        : Optional.of(member.type().view(value));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ObjectView && Equality.equal(this, other);
  }

  @Override
  public int hashCode() {
    return Equality.hash(this);
  }

  @Override
  public String toString() {
    return "object";
  }
}
