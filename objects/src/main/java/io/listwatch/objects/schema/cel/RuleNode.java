package io.listwatch.objects.schema.cel;

import io.listwatch.objects.json.JsonValue;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A level of a schema that has rules, or has levels below that have.
 *
 * @param schema the level itself
 * @param type how rules read its values
 * @param rules in the order of the schema
 * @param properties the levels of members with names
 * @param additional the level of all other members
 * @param items the level of elements
 * @param parts further rules for the same values
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

  /** The type as the schema spells it. */
  String typeName() {
    return schema.path("type").asText();
  }
}
