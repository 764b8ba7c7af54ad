package io.listwatch.objects.schema.cel;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.cel.RuleEnvironment.Purpose;
import io.listwatch.objects.schema.pattern.PatternBudget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the rules of a schema, level by level, and reports errors in kube-apiserver's words.
 * Checks that need no compiler come first: a level with such errors, or with errors below it, is
 * not compiled.
 */
final class RuleCompiler {
  /**
   * The maximum number of rules: more than any real schema has. Compiling this many takes seconds.
   */
  private static final int MAX_RULES = 2_000;

  private static final List<String> REASONS =
      List.of(
          "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired");

  private final RuleEnvironment environment;
  private final List<FieldError> textErrors = new ArrayList<>();
  private final List<FieldError> ruleErrors = new ArrayList<>();
  private final CostBudget budget;
  private int rules;

  private RuleCompiler(RuleEnvironment environment, CostBudget budget) {
    this.environment = environment;
    this.budget = budget;
  }

  /**
   * Returns the compiled rules; null if none can be evaluated.
   *
   * @param accepted true if the schema is in use already
   * @param patterns limits the patterns of all rules
   */
  static @Nullable RuleNode compile(
      JsonValue schema,
      String path,
      boolean accepted,
      PatternBudget patterns,
      List<FieldError> errors) {
    var types = new SchemaTypes();
    DeclaredType type = types.type(schema, true);
    var compiler =
        new RuleCompiler(new RuleEnvironment(types.provider(), patterns), new CostBudget(accepted));
    RuleNode root = compiler.level(new Level(schema, schema, type, path, null, 1));
    compiler.budget.close(path, compiler.ruleErrors);
    errors.addAll(compiler.textErrors);
    errors.addAll(compiler.ruleErrors);
    return root;
  }

  private @Nullable RuleNode level(Level level) {
    int errorsBefore = textErrors.size();
    RuleNode additional = additional(level);
    Map<String, RuleNode> properties = properties(level);
    List<RuleNode> parts = parts(level);
    RuleNode items = items(level);
    List<RuleText> texts = RuleText.of(level.rules);
    for (int i = 0; i < texts.size(); i++) {
      checkText(texts.get(i), level.rulePath(i), level.schema);
    }
    if (level.type == null) {
      if (!texts.isEmpty()) {
        ruleErrors.add(untyped(level.path));
      }
      return null;
    }
    List<CompiledRule> compiled =
        textErrors.size() == errorsBefore ? compile(texts, level, level.type) : List.of();
    var node =
        new RuleNode(level.schema, level.type, compiled, properties, additional, items, parts);
    return node.isBare() ? null : node;
  }

  private @Nullable RuleNode additional(Level level) {
    JsonValue rules = level.rules.path("additionalProperties");
    JsonValue schema = level.schema.path("additionalProperties");
    if (!rules.isObject() || !schema.isObject()) {
      return null;
    }
    DeclaredType type =
        level.type instanceof DeclaredType.Dictionary dictionary ? dictionary.values() : null;
    return level(
        new Level(
            rules,
            schema,
            type,
            level.path + ".additionalProperties",
            level.uncorrelated,
            level.count(level.schema.path("maxProperties"))));
  }

  private Map<String, RuleNode> properties(Level level) {
    var nodes = new LinkedHashMap<String, RuleNode>();
    for (Map.Entry<String, JsonValue> property : level.rules.path("properties").properties()) {
      String name = property.getKey();
      JsonValue schema = level.schema.path("properties").path(name);
      if (!schema.isObject()) {
        continue; // {@code allOf} may name fields that the schema itself does not declare
      }
      DeclaredType type =
          level.type instanceof DeclaredType.Struct struct ? struct.memberNamed(name) : null;
      String path = level.path + ".properties[" + name + "]";
      RuleNode node =
          level(
              new Level(property.getValue(), schema, type, path, level.uncorrelated, level.count));
      if (node != null) {
        nodes.put(name, node);
      }
    }
    return nodes;
  }

  private List<RuleNode> parts(Level level) {
    var nodes = new ArrayList<RuleNode>();
    int index = 0;
    for (JsonValue part : level.rules.path("allOf")) {
      String path = level.path + ".allOf[" + index++ + "]";
      RuleNode node =
          level(new Level(part, level.schema, level.type, path, level.uncorrelated, level.count));
      if (node != null) {
        nodes.add(node);
      }
    }
    return nodes;
  }

  /** Old elements can be found only in lists of type {@code map}. */
  private @Nullable RuleNode items(Level level) {
    JsonValue rules = level.rules.path("items");
    JsonValue schema = level.schema.path("items");
    if (!rules.isObject() || !schema.isObject()) {
      return null;
    }
    DeclaredType type = level.type instanceof DeclaredType.Array array ? array.items() : null;
    boolean keyed = level.schema.path("x-kubernetes-list-type").asText().equals("map");
    String uncorrelated = level.uncorrelated == null && !keyed ? level.path : level.uncorrelated;
    return level(
        new Level(
            rules,
            schema,
            type,
            level.path + ".items",
            uncorrelated,
            level.count(level.schema.path("maxItems"))));
  }

  private void checkText(RuleText rule, String path, JsonValue schema) {
    String message = rule.message().strip();
    if (rule.isBlank()) {
      textErrors.add(FieldError.required(path + ".rule", "rule is not specified"));
    } else if (!rule.message().isEmpty() && message.isEmpty()) {
      textErrors.add(
          FieldError.invalid(path + ".message", rule.message(), "must be non-empty if specified"));
    } else if (hasLineBreak(message)) {
      textErrors.add(
          FieldError.invalid(path + ".message", rule.message(), "must not contain line breaks"));
    } else if (hasLineBreak(rule.rule().strip()) && message.isEmpty()) {
      textErrors.add(
          FieldError.required(
              path + ".message", "message must be specified if rule contains line breaks"));
    }
    if (!rule.messageExpression().isEmpty() && rule.messageExpression().isBlank()) {
      textErrors.add(
          FieldError.required(
              path + ".messageExpression", "messageExpression must be non-empty if specified"));
    }
    if (rule.reason() != null && !REASONS.contains(rule.reason())) {
      textErrors.add(FieldError.unsupported(path + ".reason", rule.reason(), REASONS));
    }
    checkFieldPath(rule.fieldPath(), path + ".fieldPath", schema);
  }

  private void checkFieldPath(String fieldPath, String path, JsonValue schema) {
    if (fieldPath.isEmpty()) {
      return;
    }
    if (fieldPath.isBlank()) {
      textErrors.add(FieldError.invalid(path, fieldPath, "must be non-empty if specified"));
    }
    if (hasLineBreak(fieldPath)) {
      textErrors.add(FieldError.invalid(path, fieldPath, "must not contain line breaks"));
    }
    if (RuleFieldPath.normalize(fieldPath, schema) == null) {
      textErrors.add(FieldError.invalid(path, fieldPath, "must be a valid path"));
    }
  }

  private static boolean hasLineBreak(String text) {
    return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
  }

  private List<CompiledRule> compile(List<RuleText> texts, Level level, DeclaredType type) {
    var compiled = new ArrayList<CompiledRule>();
    for (int i = 0; i < texts.size(); i++) {
      String path = level.rulePath(i);
      if (++rules > MAX_RULES) {
        ruleErrors.add(
            FieldError.forbidden(path + ".rule", "a schema may not have more than 2000 rules"));
        return compiled;
      }
      compiled.add(compile(texts.get(i), path, level, type));
    }
    return compiled;
  }

  private CompiledRule compile(RuleText text, String path, Level level, DeclaredType type) {
    boolean optional = text.hasOptionalOldSelf();
    var rule = environment.compile(text.rule(), type, optional, Purpose.RULE);
    var message =
        text.messageExpression().isEmpty() || !rule.failure().isEmpty()
            ? RuleEnvironment.Compiled.NOTHING
            : environment.compile(text.messageExpression(), type, optional, Purpose.MESSAGE);
    if (!rule.failure().isEmpty()) {
      ruleErrors.add(refused(path + ".rule", text, rule.failure()));
    }
    if (!message.failure().isEmpty()) {
      ruleErrors.add(refused(path + ".messageExpression", text, message.failure()));
    }
    double count = level.count < 0 ? type.extent().countInRequest() : level.count;
    budget.enter(path + ".rule", "rule", rule.cost(), count, ruleErrors);
    budget.enter(path + ".messageExpression", "messageExpression", message.cost(), 1, ruleErrors);
    checkOldSelf(text, path, level, rule);
    String fieldPath = RuleFieldPath.normalize(text.fieldPath(), level.schema);
    return new CompiledRule(
        text,
        rule.program(),
        rule.failure(),
        rule.usesOldSelf(),
        message.program(),
        fieldPath == null ? "" : fieldPath);
  }

  private void checkOldSelf(
      RuleText text, String path, Level level, RuleEnvironment.Compiled rule) {
    if (rule.usesOldSelf()) {
      if (level.uncorrelated != null) {
        ruleErrors.add(
            FieldError.invalid(
                path + ".rule",
                text.rule(),
                "oldSelf cannot be used on the uncorrelatable portion of the schema within "
                    + level.uncorrelated));
      }
    } else if (text.optionalOldSelf() != null) {
      ruleErrors.add(
          FieldError.invalid(
              path + ".optionalOldSelf",
              text.optionalOldSelf(),
              "may not be set if oldSelf is not used in rule"));
    }
  }

  private static FieldError refused(String path, RuleText rule, String failure) {
    return new FieldError(
        "FieldValueInvalid", path, "Invalid value: " + rule.shown() + ": " + failure);
  }

  private static FieldError untyped(String path) {
    return new FieldError(
        "InternalError",
        path + "." + SchemaRules.RULES,
        "Internal error: internal error: failed to retrieve type information for "
            + SchemaRules.RULES);
  }

  /**
   * One level of the walk.
   *
   * @param rules the schema with the rules: {@code schema} itself, or one of its {@code allOf}
   *     parts
   * @param schema the schema with the fields
   * @param uncorrelated the path of the enclosing list, if any, whose old elements cannot be found
   *     by key
   * @param count the maximum number of values; negative if it is unlimited
   */
  private record Level(
      JsonValue rules,
      JsonValue schema,
      @Nullable DeclaredType type,
      String path,
      @Nullable String uncorrelated,
      double count) {
    /** Returns the maximum number of elements over all lists of this level. */
    double count(JsonValue max) {
      return count < 0 || !max.isNumber() ? -1 : count * Math.max(0, max.doubleValue());
    }

    String rulePath(int index) {
      return path + "." + SchemaRules.RULES + "[" + index + "]";
    }
  }
}
