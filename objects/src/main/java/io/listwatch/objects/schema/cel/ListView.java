package io.listwatch.objects.schema.cel;

import io.listwatch.objects.json.JsonValue;

/** The CEL view of a JSON array. */
@SuppressWarnings("Immutable") // the JSON is not changed while rules are evaluated
final class ListView extends RuleList {
  private final JsonValue array;
  private final DeclaredType.Array type;

  ListView(JsonValue array, DeclaredType.Array type) {
    this.array = array;
    this.type = type;
  }

  @Override
  DeclaredType.Array declared() {
    return type;
  }

  @Override
  public Object get(int index) {
    if (index < 0 || index >= array.size()) {
      throw new IndexOutOfBoundsException(index);
    }
    return type.items().view(array.path(index));
  }

  @Override
  public int size() {
    return array.size();
  }
}
