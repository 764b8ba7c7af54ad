package io.listwatch.objects.schema.cel;

import com.fasterxml.jackson.databind.JsonNode;

/** A JSON array as rules see it. */
@SuppressWarnings("Immutable") // The JSON is not changed while rules are evaluated.
final class ListView extends RuleList {
  private final JsonNode array;
  private final DeclaredType.Array type;

  ListView(JsonNode array, DeclaredType.Array type) {
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
    return type.items().view(array.get(index));
  }

  @Override
  public int size() {
    return array.size();
  }
}
