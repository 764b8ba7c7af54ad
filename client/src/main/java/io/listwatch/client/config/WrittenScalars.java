package io.listwatch.client.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * A YAML schema that keeps the source text of numbers, booleans and nulls along with their values,
 * so that a token of digits stays a string.
 */
final class WrittenScalars extends CoreSchema {
  private static final List<Tag> KINDS = List.of(Tag.NULL, Tag.BOOL, Tag.INT, Tag.FLOAT);

  @Override
  public Map<Tag, ConstructNode> getSchemaTagConstructors() {
    Map<Tag, ConstructNode> all = super.getSchemaTagConstructors();
    Map<Tag, ConstructNode> written = new HashMap<>();
    for (Tag kind : KINDS) {
      ConstructNode meaning = all.get(kind);
      if (meaning != null) {
        written.put(kind, node -> new Written(text(node), meaning.construct(node)));
      }
    }
    return written;
  }

  private static String text(@Nullable Object node) {
    return node instanceof ScalarNode scalar ? scalar.getValue() : "";
  }

  /**
   * A scalar that is not a string.
   *
   * @param meaning a number, a boolean, or null
   */
  record Written(String text, @Nullable Object meaning) {
    @Override
    public String toString() {
      return text;
    }
  }
}
