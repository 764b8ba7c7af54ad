package io.listwatch.objects.schema.cel;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import io.listwatch.objects.schema.cel.CostedValue.Entries;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The maximum cost of a function call, and the size of its result, estimated from the sizes of its
 * arguments with kube-apiserver's table.
 */
final class CallCosts {
  private static final double PER_CHARACTER = 0.1;
  private static final double PER_PATTERN_CHARACTER = 0.25;
  private static final int NEW_LIST = 10;

  /** The size of an address or CIDR, in bytes. */
  private static final int ADDRESS = 16;

  private static final int LONGEST_FORMAT = 64;
  private static final int LONGEST_FORMAT_PATTERN = 128;

  private static final Set<String> COMPARED_AT_ONCE =
      Set.of("net.IP", "net.CIDR", "kubernetes.Quantity", "kubernetes.Semver");

  private final Function<List<String>, @Nullable SizeRange> sizes;

  /**
   * @param sizes returns the size of values at a path of the schema; null if it is unknown
   */
  CallCosts(Function<List<String>, @Nullable SizeRange> sizes) {
    this.sizes = sizes;
  }

  /** Returns the maximum over all overloads. */
  Estimate of(
      String function,
      List<String> overloads,
      @Nullable CostedValue target,
      List<CostedValue> arguments) {
    Estimate library =
        target == null ? global(function, arguments) : member(function, target, arguments);
    if (library != null) {
      return library;
    }
    Estimate most = null;
    for (String overload : overloads) {
      Estimate each = standard(overload, target, arguments);
      most = most == null ? each : most.or(each);
    }
    return most == null ? Estimate.at(1) : most;
  }

  private @Nullable Estimate global(String function, List<CostedValue> arguments) {
    if (arguments.isEmpty()) {
      return null;
    }
    CostedValue first = arguments.get(0);
    SizeRange size = first.size();
    return switch (function) {
      case "url" -> Estimate.at(size.cost(PER_CHARACTER), size);
      case "cidr", "isCIDR", "ip", "isIP", "quantity", "isQuantity", "semver", "isSemver" ->
          Estimate.at(size.cost(PER_CHARACTER));
      case "ip.isCanonical" -> Estimate.at(size.cost(2 * PER_CHARACTER));
      case "format.named" -> Estimate.at(1);
      case "lists.range" ->
          Estimate.newList(1, SizeRange.of(constant(first, Double.POSITIVE_INFINITY)));
      case "sets.contains", "sets.intersects" -> Estimate.at(1 + pairs(arguments).cost(1));
      case "sets.equivalent" -> Estimate.at(1 + pairs(arguments).cost(2));
      case "_==_" -> comparedAtOnce(first.type(), arguments.get(1));
      default -> null;
    };
  }

  private static SizeRange pairs(List<CostedValue> arguments) {
    return arguments.get(0).size().times(arguments.get(1).size());
  }

  private static @Nullable Estimate comparedAtOnce(CelType type, CostedValue other) {
    if (!type.equals(other.type())) {
      return null;
    }
    if (COMPARED_AT_ONCE.contains(type.name())) {
      return Estimate.at(1);
    }
    return switch (type.name()) {
      case "kubernetes.NamedFormat" ->
          Estimate.at(SizeRange.of(LONGEST_FORMAT).cost(PER_CHARACTER));
      case "kubernetes.URL" -> {
        SizeRange size = other.knownSize();
        yield Estimate.at((size == null ? SizeRange.ONE : size).cost(PER_CHARACTER));
      }
      default -> null;
    };
  }

  private @Nullable Estimate member(
      String function, CostedValue target, List<CostedValue> arguments) {
    SizeRange size = target.size();
    return switch (function) {
      case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf" -> searched(target);
      case "lowerAscii", "upperAscii", "substring", "trim" ->
          Estimate.at(size.cost(PER_CHARACTER), size);
      case "replace" -> Estimate.at(size.cost(2 * PER_CHARACTER), replaced(size, arguments));
      case "split" -> Estimate.at(size.cost(2 * PER_CHARACTER), split(size, arguments));
      case "join" -> joined(target, arguments);
      case "find", "findAll" ->
          Estimate.at(matched(size, arguments.get(0).size()), new SizeRange(0, size.most()));
      case "containsIP" -> Estimate.at(contained(arguments.get(0), 2 * ADDRESS, 0));
      case "containsCIDR" -> Estimate.at(contained(arguments.get(0), 2 * ADDRESS, ADDRESS) + 1);
      case "validate" ->
          Estimate.at(
              SizeRange.of(arguments.get(0).size().cost(PER_CHARACTER))
                  .cost(LONGEST_FORMAT_PATTERN * PER_PATTERN_CHARACTER));
      default -> target.type().kind() == CelKind.LIST ? ofList(function, target, arguments) : null;
    };
  }

  private @Nullable Estimate ofList(
      String function, CostedValue target, List<CostedValue> arguments) {
    SizeRange size = target.size();
    return switch (function) {
      case "slice" ->
          Estimate.newList(
              1,
              SizeRange.of(
                  constant(arguments.get(1), size.most()) - constant(arguments.get(0), 0)));
      case "reverse" -> Estimate.newList(1, size);
      case "flatten" ->
          Estimate.newList(
              arguments.isEmpty() ? 1 : constant(arguments.get(0), Double.POSITIVE_INFINITY), size);
      case "distinct" -> Estimate.newList(2, size.times(size));
      case "sort" -> sorted(target);
      case "@sortByAssociatedKeys", "lists.@sortByAssociatedKeys" -> sorted(arguments.get(0));
      default -> null;
    };
  }

  /** In the worst case, each element is compared with every other one. */
  private static Estimate sorted(CostedValue keys) {
    boolean text = isText(element(keys.type()));
    return Estimate.newList(text ? 2 + PER_CHARACTER : 2, keys.size().times(keys.size()));
  }

  private static double constant(CostedValue value, double otherwise) {
    CelExpr expression = value.expression();
    return expression.exprKind().getKind() == CelExpr.ExprKind.Kind.CONSTANT
            && expression.constant().getKind() == CelConstant.Kind.INT64_VALUE
        ? expression.constant().int64Value()
        : otherwise;
  }

  private static @Nullable CelType element(CelType container) {
    return container.parameters().isEmpty() ? null : container.parameters().get(0);
  }

  private static boolean isText(@Nullable CelType type) {
    return type != null && (type.kind() == CelKind.STRING || type.kind() == CelKind.BYTES);
  }

  /** Each element is compared once, strings character by character. */
  private Estimate searched(CostedValue target) {
    CelType element = element(target.type());
    if (element == null) {
      return Estimate.at(target.size().cost(PER_CHARACTER));
    }
    double each = isText(element) ? 1 + elementSize(target).cost(PER_CHARACTER) : 1;
    return Estimate.at(SizeRange.product(target.size().most(), each));
  }

  private SizeRange elementSize(CostedValue list) {
    if (list.path().isEmpty()) {
      return SizeRange.UNKNOWN;
    }
    var path = new ArrayList<>(list.path());
    path.add("@items");
    SizeRange known = sizes.apply(path);
    return known == null ? SizeRange.UNKNOWN : known;
  }

  /**
   * The maximum is reached if the shortest match is replaced by the longest string, as often as it
   * fits.
   */
  private static SizeRange replaced(SizeRange text, List<CostedValue> arguments) {
    SizeRange old = arguments.get(0).size();
    SizeRange by = arguments.get(1).size();
    if (old.least() == 0) {
      return new SizeRange(0, SizeRange.product(text.most() + 1, by.most()) + text.most());
    }
    return by.most() <= old.least()
        ? new SizeRange(0, text.most())
        : new SizeRange(0, SizeRange.product(Math.ceil(text.most() / old.least()), by.most()));
  }

  private static SizeRange split(SizeRange text, List<CostedValue> arguments) {
    return new SizeRange(
        0, arguments.size() > 1 ? constant(arguments.get(1), text.most()) : text.most());
  }

  private Estimate joined(CostedValue list, List<CostedValue> arguments) {
    SizeRange count = list.size();
    SizeRange size = count.times(elementSize(list));
    if (!arguments.isEmpty()) {
      var between = new SizeRange(Math.max(0, count.least() - 1), Math.max(0, count.most() - 1));
      size = size.plus(arguments.get(0).size().times(between));
    }
    return Estimate.at(size.cost(PER_CHARACTER), size);
  }

  /** Matching an empty string has a cost too. */
  private static double matched(SizeRange text, SizeRange pattern) {
    return SizeRange.product(
        text.plus(SizeRange.ONE).cost(PER_CHARACTER), pattern.cost(PER_PATTERN_CHARACTER));
  }

  /** A string argument has to be parsed first. */
  private static double contained(CostedValue inner, int compared, int masked) {
    return SizeRange.of(compared).cost(PER_CHARACTER)
        + SizeRange.of(masked).cost(PER_CHARACTER)
        + (inner.type().kind() == CelKind.STRING ? inner.size().cost(PER_CHARACTER) : 0);
  }

  private static Estimate standard(
      String overload, @Nullable CostedValue target, List<CostedValue> arguments) {
    return switch (overload) {
      case "string_format" ->
          target == null ? Estimate.at(1) : Estimate.at(target.size().cost(PER_CHARACTER));
      case "string_to_bytes" -> {
        SizeRange size = arguments.get(0).size();
        yield Estimate.at(size.cost(PER_CHARACTER), new SizeRange(size.least(), 4 * size.most()));
      }
      case "bytes_to_string" -> {
        SizeRange size = arguments.get(0).size();
        yield Estimate.at(size.cost(PER_CHARACTER), new SizeRange(size.least() / 4, size.most()));
      }
      case "strings_quote" -> {
        SizeRange size = arguments.get(0).size();
        yield Estimate.at(
            size.cost(PER_CHARACTER), new SizeRange(size.least() + 2, 2 * size.most() + 2));
      }
      case "starts_with_string", "ends_with_string" ->
          Estimate.at(arguments.get(0).size().cost(PER_CHARACTER));
      case "in_list" -> Estimate.at(arguments.get(1).size().cost(1));
      case "matches_string" ->
          target == null
              ? Estimate.at(1)
              : Estimate.at(matched(target.size(), arguments.get(0).size()));
      case "contains_string" ->
          target == null
              ? Estimate.at(1)
              : Estimate.at(
                  SizeRange.product(
                      target.size().cost(PER_CHARACTER),
                      arguments.get(0).size().cost(PER_CHARACTER)));
      case "logical_and", "logical_or" -> Estimate.at(0);
      case "conditional" -> conditional(arguments);
      case "add_string", "add_bytes", "add_list" -> added(overload, arguments);
      case "equals",
          "not_equals",
          "less_string",
          "less_equals_string",
          "greater_string",
          "greater_equals_string",
          "less_bytes",
          "less_equals_bytes",
          "greater_bytes",
          "greater_equals_bytes" ->
          Estimate.at(
              SizeRange.of(Math.min(arguments.get(0).size().most(), arguments.get(1).size().most()))
                  .cost(PER_CHARACTER));
      default -> Estimate.at(1);
    };
  }

  private static Estimate conditional(List<CostedValue> arguments) {
    CostedValue yes = arguments.get(1);
    CostedValue no = arguments.get(2);
    return new Estimate(
        0, yes.size().or(no.size()), Entries.either(yes.entries(), no.entries()), true);
  }

  private static Estimate added(String overload, List<CostedValue> arguments) {
    CostedValue left = arguments.get(0);
    CostedValue right = arguments.get(1);
    SizeRange size = left.size().plus(right.size());
    double cost = overload.equals("add_list") ? 1 : size.cost(PER_CHARACTER);
    return new Estimate(cost, size, Entries.either(left.entries(), right.entries()), false);
  }

  /**
   * The cost of a call without its arguments.
   *
   * @param size the size of the result; null if the table does not have it
   * @param choice true for a conditional, which evaluates only one of its two branches
   */
  record Estimate(double own, @Nullable SizeRange size, @Nullable Entries entries, boolean choice) {
    static Estimate at(double cost) {
      return new Estimate(cost, null, null, false);
    }

    static Estimate at(double cost, SizeRange size) {
      return new Estimate(cost, size, null, false);
    }

    static Estimate newList(double each, SizeRange size) {
      return at(size.cost(each) + 1 + NEW_LIST, size);
    }

    Estimate or(Estimate other) {
      SizeRange either =
          size == null || other.size == null
              ? (size == null ? other.size : size)
              : size.or(other.size);
      return new Estimate(
          Math.max(own, other.own),
          either,
          entries == null ? other.entries : entries,
          choice || other.choice);
    }

    /** Returns the total cost, including everything that is evaluated before the call. */
    double cost(double before, List<CostedValue> arguments) {
      return choice
          ? arguments.get(0).cost() + Math.max(arguments.get(1).cost(), arguments.get(2).cost())
          : before + own;
    }
  }
}
