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
 * The declaration of one field in the type table.
 *
 * @param row the row of the member that the field belongs to; null for the object itself
 * @param type the type of the value; null if the type table does not have the field
 */
record Declaration(@Nullable FieldSchema row, @Nullable ValueSchema type) {
  /** A field that the type table does not have. Nothing is declared for it. */
  static final Declaration UNKNOWN = new Declaration(null, null);

  /** Returns the declaration of a type such as {@code core/v1.Pod}. */
  static Declaration ofType(String name) {
    return new Declaration(null, BuiltInTypes.load().named(name).orElseThrow());
  }

  /** Returns the declaration of a struct's member or a map's entry. */
  Declaration member(String name) {
    if (type instanceof ObjectSchema struct) {
      FieldSchema member = struct.field(name);
      return member == null ? UNKNOWN : new Declaration(member, member.type());
    }
    return type instanceof MapOf map ? new Declaration(row, map.value()) : UNKNOWN;
  }

  /** Returns the declaration of a list's items. */
  Declaration item() {
    return type instanceof ListOf list ? new Declaration(row, list.item()) : UNKNOWN;
  }

  FieldChecks checks() {
    return row == null ? FieldChecks.NONE : row.checks();
  }

  /** True for a list or a map itself, as opposed to one of its items. */
  boolean isCollection() {
    return type instanceof ListOf || type instanceof MapOf;
  }

  /** True for an item of a list or an entry of a map. */
  boolean isItem() {
    return row != null && row.type() != type;
  }

  /** True if absent and zero are different values of this member. */
  boolean isPointer() {
    return row != null && row.pointer() && !isItem();
  }
}
