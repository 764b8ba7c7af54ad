package io.listwatch.objects.schema.cel;

import io.listwatch.objects.json.JsonValue;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A level of a schema with rules at this level or below.
 *
 * @param schema the level itself
 * @param type the view of its values
 * @param rules in the order of the schema
 * @param properties the levels of declared members
 * @param additional the level of all other members
 * @param items the level of list elements
 * @param parts the rules in {@code allOf}, for the same values
 */
record RuleNode(
    JsonValue schema,
    DeclaredType type,
    List<CompiledRule> rules,
    Map<String, RuleNode> properties,
    @Nullable RuleNode additional,
    @Nullable RuleNode items,
    List<RuleNode> parts) {

  boolean isBare() {
    return rules.isEmpty()
        && properties.isEmpty()
        && additional == null
        && items == null
        && parts.isEmpty();
  }

  /** Returns the type as written in the schema. */
  String typeName() {
    return schema.path("type").asText();
  }
}
