package io.listwatch.objects.schema.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelReference;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import io.listwatch.objects.schema.cel.CostedValue.Entries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The maximum cost of an expression, estimated from the maximum sizes of the values that it reads.
 * The estimate repeats that of kube-apiserver, with its units and its gaps, because it decides
 * which definitions are rejected. Sizes are looked up by the path of a value in the schema. Values
 * without a path that are not literals have an unknown size, and iterating over them exceeds any
 * budget.
 */
final class CostEstimate {
  private static final int LIST = 10;
  private static final int MAP = 30;
  private static final int STRUCT = 40;

  private static final String ITEMS = "@items";
  private static final String KEYS = "@keys";
  private static final String VALUES = "@values";

  private final CelAbstractSyntaxTree tree;
  private final DeclaredType self;
  private final CallCosts calls = new CallCosts(this::sizeAt);
  private final Map<String, Local> locals = new HashMap<>();

  private CostEstimate(CelAbstractSyntaxTree tree, DeclaredType self) {
    this.tree = tree;
    this.self = self;
  }

  /** Returns infinity if the cost cannot be bounded. */
  static double of(CelAbstractSyntaxTree tree, DeclaredType self) {
    return new CostEstimate(tree, self).visit(tree.getExpr()).cost();
  }

  private CostedValue visit(CelExpr expression) {
    return switch (expression.exprKind().getKind()) {
      case CONSTANT -> value(expression, 0, List.of(), sizeOf(expression.constant()), null);
      case IDENT -> variable(expression);
      case SELECT -> select(expression);
      case CALL -> call(expression);
      case LIST -> list(expression);
      case MAP -> map(expression);
      case STRUCT -> struct(expression);
      case COMPREHENSION -> loop(expression);
      default -> value(expression, 0, List.of(), null, null);
    };
  }

  private CostedValue value(
      CelExpr expression,
      double cost,
      List<String> path,
      @Nullable SizeRange size,
      @Nullable Entries entries) {
    CelType type = tree.getType(expression.id()).orElse(SimpleType.DYN);
    SizeRange known = size == null ? sizeAt(path) : size;
    return new CostedValue(
        expression,
        cost,
        type,
        path,
        known == null && isScalar(type) ? SizeRange.ONE : known,
        entries);
  }

  private static SizeRange sizeOf(CelConstant constant) {
    return switch (constant.getKind()) {
      case STRING_VALUE ->
          SizeRange.of(constant.stringValue().codePointCount(0, constant.stringValue().length()));
      case BYTES_VALUE -> SizeRange.of(constant.bytesValue().size());
      default -> SizeRange.ONE;
    };
  }

  private static boolean isScalar(CelType type) {
    return switch (type.kind()) {
      case BOOL, DOUBLE, DURATION, INT, TIMESTAMP, UINT -> true;
      default -> type instanceof OptionalType optional && isScalar(optional.parameters().get(0));
    };
  }

  /**
   * Returns the size of values at a path of the schema; null if there is no such path. The first
   * step always counts as {@code self}.
   */
  private @Nullable SizeRange sizeAt(List<String> path) {
    if (path.isEmpty()) {
      return null;
    }
    DeclaredType at = self;
    for (String step : path.subList(1, path.size())) {
      if (step.equals(KEYS) && at instanceof DeclaredType.Dictionary) {
        return SizeRange.of(0); // The schema does not bound keys; they count as empty.
      }
      at = next(at, step);
      if (at == null) {
        return null;
      }
    }
    return new SizeRange(0, at.extent().most());
  }

  private static @Nullable DeclaredType next(DeclaredType at, String step) {
    if (step.equals(ITEMS) || step.equals(VALUES)) {
      if (at instanceof DeclaredType.Array array) {
        return array.items();
      }
      return at instanceof DeclaredType.Dictionary dictionary ? dictionary.values() : null;
    }
    DeclaredType.Member member =
        at instanceof DeclaredType.Struct struct ? struct.member(step) : null;
    return member == null ? null : member.type();
  }

  private CostedValue variable(CelExpr expression) {
    String name = expression.ident().name();
    Local local = locals.get(name);
    if (local == null) {
      return value(expression, 1, List.of(name), null, null);
    }
    CostedValue found = value(expression, 1, local.path, null, local.entries);
    return found.knownSize() == null && local.size != null
        ? value(expression, 1, local.path, local.size, local.entries)
        : found;
  }

  /** {@code has()} costs no more than its operand. */
  private CostedValue select(CelExpr expression) {
    CelExpr.CelSelect select = expression.select();
    CostedValue operand = visit(select.operand());
    if (select.testOnly()) {
      return value(expression, operand.cost(), List.of(), null, null);
    }
    boolean costs =
        switch (operand.type().kind()) {
          case MAP, STRUCT, TYPE_PARAM -> true;
          default -> false;
        };
    return value(
        expression,
        operand.cost() + (costs ? 1 : 0),
        child(operand.path(), select.field()),
        null,
        null);
  }

  private static List<String> child(List<String> path, String step) {
    var longer = new ArrayList<>(path);
    longer.add(step);
    return longer;
  }

  private CostedValue list(CelExpr expression) {
    List<CostedValue> elements = visitAll(expression.list().elements());
    return value(
        expression,
        LIST + cost(elements),
        List.of(),
        SizeRange.of(elements.size()),
        new Entries(true, SizeRange.ONE, either(elements)));
  }

  private CostedValue map(CelExpr expression) {
    List<CelExpr.CelMap.Entry> entries = expression.map().entries();
    List<CostedValue> keys = visitAll(entries.stream().map(CelExpr.CelMap.Entry::key).toList());
    List<CostedValue> values = visitAll(entries.stream().map(CelExpr.CelMap.Entry::value).toList());
    return value(
        expression,
        MAP + cost(keys) + cost(values),
        List.of(),
        SizeRange.of(entries.size()),
        new Entries(false, either(keys), either(values)));
  }

  private CostedValue struct(CelExpr expression) {
    List<CostedValue> members =
        visitAll(
            expression.struct().entries().stream().map(CelExpr.CelStruct.Entry::value).toList());
    return value(expression, STRUCT + cost(members), List.of(), null, null);
  }

  private List<CostedValue> visitAll(List<CelExpr> expressions) {
    return expressions.stream().map(this::visit).toList();
  }

  private static double cost(List<CostedValue> values) {
    return values.stream().mapToDouble(CostedValue::cost).sum();
  }

  private static SizeRange either(List<CostedValue> values) {
    return values.stream().map(CostedValue::size).reduce(SizeRange::or).orElse(SizeRange.of(0));
  }

  /**
   * Estimates a comprehension. Assumes that every element is visited, and that the result has as
   * many elements as the range.
   */
  private CostedValue loop(CelExpr expression) {
    CelExpr.CelComprehension loop = expression.comprehension();
    CostedValue range = visit(loop.iterRange());
    CostedValue initial = visit(loop.accuInit());
    var outside = new HashMap<>(locals);
    locals.put(loop.accuVar(), Local.of(initial));
    var around = new HashMap<>(locals);
    bind(loop, range);
    CostedValue condition = visit(loop.loopCondition());
    CostedValue step = visit(loop.loopStep());
    restore(around);
    CostedValue result = visit(loop.result());
    restore(outside);
    double rounds = SizeRange.product(range.size().most(), condition.cost() + step.cost());
    double cost = range.cost() + initial.cost() + rounds + result.cost();
    return switch (loop.accuInit().exprKind().getKind()) {
      case CONSTANT -> value(expression, cost, List.of(), initial.knownSize(), null);
      case LIST, MAP -> value(expression, cost, List.of(), range.size(), step.entries());
      default -> value(expression, cost, List.of(), null, null);
    };
  }

  private void bind(CelExpr.CelComprehension loop, CostedValue range) {
    Entries entries = range.entries();
    boolean list = entries == null ? range.type().kind() == CelKind.LIST : entries.list();
    SizeRange keys = entries == null ? null : entries.keys();
    SizeRange values = entries == null ? null : entries.values();
    var key = new Local(child(range.path(), list ? "@indices" : KEYS), keys, null);
    var value = new Local(child(range.path(), list ? ITEMS : VALUES), values, null);
    if (loop.iterVar2().isEmpty()) {
      locals.put(loop.iterVar(), list ? value : key);
    } else {
      locals.put(loop.iterVar(), key);
      locals.put(loop.iterVar2(), value);
    }
  }

  private void restore(Map<String, Local> before) {
    locals.clear();
    locals.putAll(before);
  }

  private CostedValue call(CelExpr expression) {
    CelExpr.CelCall call = expression.call();
    List<CostedValue> arguments = visitAll(call.args());
    CostedValue target = call.target().map(this::visit).orElse(null);
    double before = cost(arguments) + (target == null ? 0 : target.cost());
    if (call.function().equals("dyn")) {
      CostedValue same = arguments.get(0);
      return value(expression, before + 1, List.of(), same.knownSize(), same.entries());
    }
    List<String> overloads =
        tree.getReference(expression.id())
            .<List<String>>map(CelReference::overloadIds)
            .orElseGet(List::of);
    List<String> path = path(overloads, arguments);
    CallCosts.Estimate estimate = calls.of(call.function(), overloads, target, arguments);
    SizeRange size = path.isEmpty() ? estimate.size() : entrySize(arguments.get(0));
    return value(expression, estimate.cost(before, arguments), path, size, estimate.entries());
  }

  /** Returns the path of an indexed element of a list or map. */
  private static List<String> path(List<String> overloads, List<CostedValue> arguments) {
    if (overloads.contains("index_map")) {
      return child(arguments.get(0).path(), VALUES);
    }
    return overloads.contains("index_list") ? child(arguments.get(0).path(), ITEMS) : List.of();
  }

  private static @Nullable SizeRange entrySize(CostedValue container) {
    Entries entries = container.entries();
    return entries == null ? null : entries.values();
  }

  /** The path and size of a local variable. */
  private record Local(List<String> path, @Nullable SizeRange size, @Nullable Entries entries) {
    static Local of(CostedValue value) {
      return new Local(value.path(), value.knownSize(), value.entries());
    }
  }
}
