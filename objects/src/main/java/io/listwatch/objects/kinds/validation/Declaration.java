package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.FieldChecks;
import io.listwatch.objects.schema.FieldSchema;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.ValueSchema;
import io.listwatch.objects.schema.ValueSchema.ListOf;
import io.listwatch.objects.schema.ValueSchema.MapOf;
import org.jspecify.annotations.Nullable;

/**
 * The part of the type table that is about one place in an object.
 *
 * @param row the row of the member that the place belongs to; null for the object itself
 * @param type the type of the value; null if the table does not know the place
 */
record Declaration(@Nullable FieldSchema row, @Nullable ValueSchema type) {
  /** A place that the type table does not know. Nothing is declared for it. */
  static final Declaration UNKNOWN = new Declaration(null, null);

  /** An object of a type such as {@code core/v1.Pod}. */
  static Declaration ofType(String name) {
    return new Declaration(null, BuiltInTypes.load().named(name).orElseThrow());
  }

  /** A member of a struct, or an entry of a map. */
  Declaration member(String name) {
    if (type instanceof ObjectSchema struct) {
      FieldSchema member = struct.field(name);
      return member == null ? UNKNOWN : new Declaration(member, member.type());
    }
    return type instanceof MapOf map ? new Declaration(row, map.value()) : UNKNOWN;
  }

  /** Each item of a list. */
  Declaration item() {
    return type instanceof ListOf list ? new Declaration(row, list.item()) : UNKNOWN;
  }

  FieldChecks checks() {
    return row == null ? FieldChecks.NONE : row.checks();
  }

  /** Whether the place is a list or a map itself, not an item of one. */
  boolean isCollection() {
    return type instanceof ListOf || type instanceof MapOf;
  }

  /** Whether the place is an item of a list or an entry of a map that is a member. */
  boolean isItem() {
    return row != null && row.type() != type;
  }

  /** Whether the member can be absent as opposed to zero. */
  boolean isPointer() {
    return row != null && row.pointer() && !isItem();
  }
}
