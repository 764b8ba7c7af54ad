package io.listwatch.objects.schema.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import io.listwatch.objects.schema.pattern.GoPattern;
import io.listwatch.objects.schema.pattern.InvalidPatternException;
import io.listwatch.objects.schema.pattern.PatternBudget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks an expression after type checking: reports literals that can never be valid, and finds the
 * values that functions read completely.
 */
final class ExpressionCheck {
  /** Functions that do not read the content of a value, or cost no more than their result. */
  private static final Set<String> CHEAP =
      Set.of(
          "_[_]",
          "_[?_]",
          "_?._",
          "_&&_",
          "_||_",
          "!_",
          "_?_:_",
          "_+_",
          "size",
          "type",
          "dyn",
          "optional.of",
          "hasValue",
          "value",
          "orValue",
          "or",
          "@not_strictly_false");

  /** Functions that match patterns; {@link PatternCalls} counts their cost. */
  private static final Set<String> MATCHING = Set.of("matches", "find", "findAll");

  private final CelAbstractSyntaxTree tree;
  private final PatternBudget budget;
  private final List<CelIssue> issues = new ArrayList<>();
  private final Set<Long> readWhole = new HashSet<>();
  private final Map<String, GoPattern> patterns = new HashMap<>();

  /**
   * @param budget limits the literal patterns
   */
  ExpressionCheck(CelAbstractSyntaxTree tree, PatternBudget budget) {
    this.tree = tree;
    this.budget = budget;
    visit(tree.getExpr(), false);
  }

  List<CelIssue> issues() {
    return issues;
  }

  Set<Long> readWhole() {
    return readWhole;
  }

  /** Returns the compiled literal patterns of the expression. */
  Map<String, GoPattern> patterns() {
    return patterns;
  }

  private void visit(CelExpr expression, boolean mixedAllowed) {
    switch (expression.exprKind().getKind()) {
      case SELECT -> visit(expression.select().operand(), false);
      case CALL -> visitCall(expression.call());
      case LIST -> {
        checkAlike(expression.list().elements(), mixedAllowed);
        expression.list().elements().forEach(element -> visit(element, mixedAllowed));
      }
      case STRUCT -> expression.struct().entries().forEach(entry -> visit(entry.value(), false));
      case MAP -> {
        checkAlike(
            expression.map().entries().stream().map(CelExpr.CelMap.Entry::key).toList(), false);
        checkAlike(
            expression.map().entries().stream().map(CelExpr.CelMap.Entry::value).toList(), false);
        expression
            .map()
            .entries()
            .forEach(
                entry -> {
                  visit(entry.key(), false);
                  visit(entry.value(), false);
                });
      }
      case COMPREHENSION -> {
        var loop = expression.comprehension();
        List.of(
                loop.iterRange(),
                loop.accuInit(),
                loop.loopCondition(),
                loop.loopStep(),
                loop.result())
            .forEach(part -> visit(part, false));
      }
      default -> {}
    }
  }

  private void visitCall(CelExpr.CelCall call) {
    var arguments = new ArrayList<CelExpr>();
    call.target().ifPresent(arguments::add);
    arguments.addAll(call.args());
    if (MATCHING.contains(call.function())) {
      compilePattern(arguments);
    } else if (!CHEAP.contains(call.function())) {
      arguments.forEach(argument -> readWhole.add(argument.id()));
    }
    checkLiteral(call.function(), arguments);
    boolean mixedAllowed = call.function().equals("format");
    arguments.forEach(argument -> visit(argument, mixedAllowed));
  }

  /** Compiles a literal pattern; an invalid one fails when it is matched. */
  private void compilePattern(List<CelExpr> arguments) {
    String pattern = arguments.size() > 1 ? literal(arguments.get(1)) : null;
    if (pattern == null || patterns.containsKey(pattern)) {
      return;
    }
    try {
      GoPattern compiled = budget.compile(pattern);
      if (compiled == null) {
        report(arguments.get(1), PatternBudget.EXCEEDED);
      } else {
        patterns.put(pattern, compiled);
      }
    } catch (InvalidPatternException e) {
      // Reported by checkLiteral or by the evaluation.
    }
  }

  private void checkLiteral(String function, List<CelExpr> arguments) {
    if (arguments.isEmpty()) {
      return;
    }
    CelExpr last = arguments.get(arguments.size() - 1);
    String text = literal(last);
    if (text == null) {
      return;
    }
    boolean good =
        switch (function) {
          case "matches" -> patterns.containsKey(text) || budget.isExhausted();
          case "duration" -> isDuration(text);
          case "timestamp" -> isTime(text);
          default -> true;
        };
    if (!good) {
      report(last, "invalid " + function + " argument");
    }
  }

  private static @Nullable String literal(CelExpr expression) {
    return expression.exprKind().getKind() == CelExpr.ExprKind.Kind.CONSTANT
            && expression.constant().getKind() == CelConstant.Kind.STRING_VALUE
        ? expression.constant().stringValue()
        : null;
  }

  private static boolean isDuration(String text) {
    return Durations.parseParts(text) != null;
  }

  private static boolean isTime(String text) {
    try {
      return TextConversions.time(text) != null;
    } catch (RuleFailure e) {
      return false;
    }
  }

  /** Requires the elements of a list or map literal to have one type. */
  private void checkAlike(List<CelExpr> elements, boolean mixedAllowed) {
    CelType first = null;
    for (CelExpr element : elements) {
      CelType type = tree.getType(element.id()).orElse(null);
      if (mixedAllowed || type == null || type.kind() == CelKind.DYN) {
        continue;
      }
      if (first != null && !first.isAssignableFrom(type)) {
        report(element, "expected type '" + first.name() + "' but found '" + type.name() + "'");
        return;
      }
      first = first == null ? type : first;
    }
  }

  private void report(CelExpr expression, String message) {
    Integer offset = tree.getSource().getPositionsMap().get(expression.id());
    CelSourceLocation location =
        tree.getSource()
            .getOffsetLocation(offset == null ? 0 : offset)
            .orElse(CelSourceLocation.NONE);
    issues.add(CelIssue.formatError(location, message));
  }
}
