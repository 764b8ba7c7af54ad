package io.listwatch.objects.schema.cel;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.values.ErrorValue;
import dev.cel.runtime.CelEvaluationListener;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The strict operands of an expression, whose failure fails the expression, as in cel-go: all but
 * those of {@code &&}, {@code ||} and the branches of {@code ? :}. cel-java's runtime passes a
 * failure within {@code &&} and {@code ||}, and in macros that use them, on as a value. Without
 * this class it would put the failure into lists and maps, search for it with {@code in}, and
 * return a type for it.
 *
 * <p>Immutable once created.
 */
final class StrictOperands {
  /** The operators that can have a result even if an operand fails. */
  private static final Set<String> FORGIVING =
      Set.of("_&&_", "_||_", "@not_strictly_false", "__not_strictly_false__");

  private static final String CONDITIONAL = "_?_:_";

  private final Set<Long> ids = new HashSet<>();

  StrictOperands(CelExpr expression) {
    visit(expression);
  }

  /** Returns a listener that ends the evaluation when a strict operand fails. */
  CelEvaluationListener before(CelEvaluationListener next) {
    return (expression, value) -> {
      if (value instanceof ErrorValue && ids.contains(expression.id())) {
        Object unused = RuleFunctions.checked(value);
      }
      next.callback(expression, value);
    };
  }

  private void visit(CelExpr expression) {
    switch (expression.exprKind().getKind()) {
      case SELECT -> operand(expression.select().operand());
      case LIST -> expression.list().elements().forEach(this::operand);
      case MAP ->
          expression
              .map()
              .entries()
              .forEach(
                  entry -> {
                    operand(entry.key());
                    operand(entry.value());
                  });
      case STRUCT -> expression.struct().entries().forEach(entry -> operand(entry.value()));
      case CALL -> visit(expression.call());
      case COMPREHENSION -> visit(expression.comprehension());
      default -> {}
    }
  }

  private void visit(CelExpr.CelCall call) {
    List<CelExpr> arguments = call.args();
    call.target().ifPresent(this::operand);
    if (FORGIVING.contains(call.function())) {
      arguments.forEach(this::visit);
    } else if (call.function().equals(CONDITIONAL)) {
      operand(arguments.get(0));
      arguments.subList(1, arguments.size()).forEach(this::visit);
    } else {
      arguments.forEach(this::operand);
    }
  }

  /** The accumulator of a loop is not strict: a later iteration may replace a failure. */
  private void visit(CelExpr.CelComprehension loop) {
    operand(loop.iterRange());
    visit(loop.accuInit());
    visit(loop.loopCondition());
    visit(loop.loopStep());
    visit(loop.result());
  }

  private void operand(CelExpr expression) {
    ids.add(expression.id());
    visit(expression);
  }
}
