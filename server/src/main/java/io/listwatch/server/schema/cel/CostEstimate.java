package io.listwatch.server.schema.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an expression can cost at most, given how large the values can be that it reads: the
 * reference's reckoning, in its units. Of what it does not know the size of, it assumes that there
 * is nothing, so that no definition is refused which the reference would take; what comes of that
 * is counted when rules run.
 */
final class CostEstimate {
  private static final double PER_CHARACTER = 0.1;
  private static final double PER_PATTERN_CHARACTER = 0.25;
  private static final int LIST = 10;
  private static final int MAP = 30;
  private static final int STRUCT = 40;

  private final CelAbstractSyntaxTree tree;
  private final Map<String, Value> variables = new HashMap<>();

  private CostEstimate(CelAbstractSyntaxTree tree, DeclaredType self) {
    this.tree = tree;
    Value value = Value.of(1, self);
    variables.put("self", value);
    variables.put("oldSelf", value);
  }

  /** Infinite if it is more than can be counted. */
  static double of(CelAbstractSyntaxTree tree, DeclaredType self) {
    return new CostEstimate(tree, self).visit(tree.getExpr()).cost;
  }

  private Value visit(CelExpr expression) {
    return switch (expression.exprKind().getKind()) {
      case CONSTANT -> constant(expression.constant());
      case IDENT -> variables.getOrDefault(expression.ident().name(), Value.unknown(1));
      case SELECT -> select(expression.select());
      case CALL -> call(expression.call());
      case LIST -> list(expression.list().elements());
      case MAP -> map(expression.map().entries());
      case STRUCT ->
          Value.unknown(
              STRUCT
                  + expression.struct().entries().stream()
                      .mapToDouble(entry -> visit(entry.value()).cost)
                      .sum());
      case COMPREHENSION -> loop(expression.comprehension());
      default -> Value.unknown(0);
    };
  }

  private static Value constant(CelConstant constant) {
    return switch (constant.getKind()) {
      case STRING_VALUE -> new Value(0, constant.stringValue().length(), null);
      case BYTES_VALUE -> new Value(0, constant.bytesValue().size(), null);
      default -> new Value(0, 1, null);
    };
  }

  private Value select(CelExpr.CelSelect select) {
    Value operand = visit(select.operand());
    if (select.testOnly()) {
      return new Value(operand.cost, 1, null);
    }
    DeclaredType member = null;
    if (operand.type instanceof DeclaredType.Struct struct) {
      DeclaredType.Member found = struct.member(select.field());
      member = found == null ? null : found.type();
    } else if (operand.type instanceof DeclaredType.Dictionary dictionary) {
      member = dictionary.values();
    }
    return Value.of(operand.cost + 1, member);
  }

  private Value list(List<CelExpr> elements) {
    double cost = LIST;
    for (CelExpr each : elements) {
      cost += visit(each).cost;
    }
    return new Value(cost, elements.size(), null);
  }

  private Value map(List<CelExpr.CelMap.Entry> entries) {
    double cost = MAP;
    for (CelExpr.CelMap.Entry each : entries) {
      cost += visit(each.key()).cost + visit(each.value()).cost;
    }
    return new Value(cost, entries.size(), null);
  }

  /** Every element can be looked at, and what is collected has no more elements than there were. */
  private Value loop(CelExpr.CelComprehension loop) {
    Value range = visit(loop.iterRange());
    Value initial = visit(loop.accuInit());
    var outside = new HashMap<>(variables);
    bind(loop, range);
    variables.put(loop.accuVar(), new Value(1, initial.size, initial.type));
    double round = visit(loop.loopCondition()).cost + visit(loop.loopStep()).cost;
    Value result = visit(loop.result());
    variables.clear();
    variables.putAll(outside);
    double rounds = range.size == 0 ? 0 : range.size * round;
    double cost = range.cost + initial.cost + rounds + result.cost;
    return isCollected(loop)
        ? new Value(cost, range.size, collected(loop, range))
        : new Value(cost, result.size, result.type);
  }

  private void bind(CelExpr.CelComprehension loop, Value range) {
    boolean pairs = !loop.iterVar2().isEmpty();
    if (range.type instanceof DeclaredType.Dictionary dictionary) {
      variables.put(loop.iterVar(), new Value(1, Extent.ANY_TEXT.most(), null));
      variables.put(loop.iterVar2(), Value.of(1, dictionary.values()));
    } else {
      DeclaredType items = range.type instanceof DeclaredType.Array array ? array.items() : null;
      variables.put(loop.iterVar(), pairs ? new Value(1, 1, null) : Value.of(1, items));
      if (pairs) {
        variables.put(loop.iterVar2(), Value.of(1, items));
      }
    }
  }

  private static boolean isCollected(CelExpr.CelComprehension loop) {
    return loop.accuInit().exprKind().getKind() == CelExpr.ExprKind.Kind.LIST;
  }

  /** What a filter leaves is of the type that it was. */
  private static @Nullable DeclaredType collected(CelExpr.CelComprehension loop, Value range) {
    return keeps(loop.loopStep(), loop.iterVar()) ? range.type : null;
  }

  /** Whether it is {@code condition ? result + [element] : result}. */
  private static boolean keeps(CelExpr step, String element) {
    if (!isCall(step, "_?_:_")) {
      return false;
    }
    CelExpr added = step.call().args().get(1);
    return isCall(added, "_+_")
        && added.call().args().get(1).exprKind().getKind() == CelExpr.ExprKind.Kind.LIST
        && added.call().args().get(1).list().elements().stream()
            .allMatch(
                each ->
                    each.exprKind().getKind() == CelExpr.ExprKind.Kind.IDENT
                        && each.ident().name().equals(element));
  }

  private static boolean isCall(CelExpr expression, String function) {
    return expression.exprKind().getKind() == CelExpr.ExprKind.Kind.CALL
        && expression.call().function().equals(function);
  }

  private Value call(CelExpr.CelCall call) {
    var arguments = new ArrayList<CelExpr>();
    call.target().ifPresent(arguments::add);
    arguments.addAll(call.args());
    List<Value> values = arguments.stream().map(this::visit).toList();
    double cost = values.stream().mapToDouble(Value::cost).sum();
    if (values.isEmpty()) {
      return Value.unknown(1);
    }
    Value first = values.get(0);
    Value last = values.get(values.size() - 1);
    return switch (call.function()) {
      case "_&&_", "_||_" -> new Value(cost, 1, null);
      case "_?_:_" -> choice(values);
      case "_[_]", "_[?_]" -> Value.of(cost + 1, element(first.type));
      case "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_" ->
          new Value(cost + characters(Math.min(first.size, last.size)), 1, null);
      case "_+_" -> sum(cost, first, last, kind(arguments.get(0)));
      case "@in", "in", "_in_" ->
          new Value(cost + (kind(arguments.get(1)) == CelKind.LIST ? last.size : 1), 1, null);
      case "contains" -> new Value(cost + characters(first.size) * characters(last.size), 1, null);
      case "startsWith", "endsWith" -> new Value(cost + characters(last.size), 1, null);
      case "matches", "find" -> new Value(cost + matched(first, last), first.size, null);
      case "findAll" -> new Value(cost + matched(first, values.get(1)), first.size, null);
      case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf" ->
          Value.of(cost + compared(first, kind(arguments.get(0))), element(first.type));
      case "lowerAscii", "upperAscii", "substring", "trim" ->
          new Value(cost + characters(first.size), first.size, null);
      case "replace", "split" -> new Value(cost + characters(2 * first.size), first.size, null);
      case "join" -> joined(cost, first);
      case "url", "isURL", "quantity", "isQuantity", "cidr", "isCIDR", "ip", "isIP" ->
          new Value(cost + characters(first.size), 1, null);
      default -> Value.unknown(cost + 1);
    };
  }

  private static Value choice(List<Value> values) {
    Value yes = values.get(1);
    Value no = values.get(2);
    return new Value(
        values.get(0).cost + Math.max(yes.cost, no.cost),
        Math.max(yes.size, no.size),
        yes.type == null ? no.type : yes.type);
  }

  private static @Nullable DeclaredType element(@Nullable DeclaredType type) {
    if (type instanceof DeclaredType.Array array) {
      return array.items();
    }
    return type instanceof DeclaredType.Dictionary dictionary ? dictionary.values() : null;
  }

  private static Value sum(double cost, Value first, Value last, CelKind kind) {
    double size = first.size + last.size;
    return switch (kind) {
      case STRING, BYTES -> new Value(cost + characters(size), size, null);
      case LIST -> new Value(cost + size, size, first.type);
      default -> new Value(cost + 1, 1, null);
    };
  }

  private static double matched(Value text, Value pattern) {
    return characters(1 + text.size) * Math.ceil(pattern.size * PER_PATTERN_CHARACTER);
  }

  private static double compared(Value value, CelKind kind) {
    if (kind != CelKind.LIST) {
      return characters(value.size);
    }
    DeclaredType items = element(value.type);
    if (items == null || items.celType().kind() != CelKind.STRING) {
      return value.size;
    }
    return value.size * (1 + characters((double) items.extent().most()));
  }

  private static Value joined(double cost, Value list) {
    DeclaredType items = element(list.type);
    double size = items == null ? list.size : list.size * (double) items.extent().most();
    return new Value(cost + characters(size), size, null);
  }

  private static double characters(double size) {
    return Math.ceil(size * PER_CHARACTER);
  }

  private CelKind kind(CelExpr expression) {
    return tree.getType(expression.id()).map(CelType::kind).orElse(CelKind.DYN);
  }

  /**
   * What is known of a value.
   *
   * @param cost of arriving at it
   * @param size how many characters or elements it can have
   * @param type null if it is not of the schema
   */
  private record Value(double cost, double size, @Nullable DeclaredType type) {
    static Value of(double cost, @Nullable DeclaredType type) {
      return type == null ? unknown(cost) : new Value(cost, type.extent().most(), type);
    }

    static Value unknown(double cost) {
      return new Value(cost, 0, null);
    }
  }
}
