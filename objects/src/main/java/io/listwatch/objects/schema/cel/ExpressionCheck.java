package io.listwatch.objects.schema.cel;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What can be said of an expression that has the right types: literals that can never work, and
 * which values are read from end to end.
 */
final class ExpressionCheck {
  /** Functions that look at a value's outside only, or cost no more than what they return. */
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

  private final CelAbstractSyntaxTree tree;
  private final List<CelIssue> issues = new ArrayList<>();
  private final Set<Long> readWhole = new HashSet<>();

  ExpressionCheck(CelAbstractSyntaxTree tree) {
    this.tree = tree;
    visit(tree.getExpr(), false);
  }

  List<CelIssue> issues() {
    return issues;
  }

  Set<Long> readWhole() {
    return readWhole;
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
    if (!CHEAP.contains(call.function())) {
      arguments.forEach(argument -> readWhole.add(argument.id()));
    }
    checkLiteral(call.function(), arguments);
    boolean mixedAllowed = call.function().equals("format");
    arguments.forEach(argument -> visit(argument, mixedAllowed));
  }

  private void checkLiteral(String function, List<CelExpr> arguments) {
    if (arguments.isEmpty()) {
      return;
    }
    CelExpr last = arguments.get(arguments.size() - 1);
    if (last.exprKind().getKind() != CelExpr.ExprKind.Kind.CONSTANT
        || last.constant().getKind() != CelConstant.Kind.STRING_VALUE) {
      return;
    }
    String text = last.constant().stringValue();
    boolean good =
        switch (function) {
          case "matches" -> isPattern(text);
          case "duration" -> isDuration(text);
          case "timestamp" -> isTime(text);
          default -> true;
        };
    if (!good) {
      report(last, "invalid " + function + " argument");
    }
  }

  private static boolean isPattern(String text) {
    try {
      Pattern.compile(text);
      return true;
    } catch (PatternSyntaxException e) {
      return false;
    }
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

  /** Lists and maps that a rule spells out hold values of one type. */
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
