package io.listwatch.objects.schema;

import io.listwatch.objects.schema.ValueSchema.ListOf;
import io.listwatch.objects.schema.ValueSchema.MapOf;

/**
 * The member that a value belongs to, and its depth in nested lists and maps. Its Go type is
 * computed only for an error message.
 */
record Place(ObjectSchema owner, FieldSchema member, int depth) {
  Place inside() {
    return new Place(owner, member, depth + 1);
  }

  /** Returns the names of the structs that JSON inlines, and then the field's name. */
  String step() {
    return GoTypeNames.embedding(owner, member) + member.name();
  }

  String structName() {
    return owner.name().substring(owner.name().lastIndexOf('.') + 1);
  }

  String typeName() {
    String name = GoTypeNames.of(owner, member);
    ValueSchema type = member.type();
    for (int i = 0; i < depth; i++) {
      type = type instanceof ListOf list ? list.item() : ((MapOf) type).value();
      name = GoTypeNames.element(name, type);
    }
    return name;
  }
}
