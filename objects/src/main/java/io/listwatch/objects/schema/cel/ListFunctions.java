package io.listwatch.objects.schema.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelByteString;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * CEL functions on lists: {@code isSorted}, {@code sum}, {@code min}, {@code max}, {@code indexOf},
 * {@code lastIndexOf}, and set operations. Sets are compared by hash, so that the cost is that of
 * reading both lists once.
 */
final class ListFunctions {
  private static final Map<String, CelType> COMPARABLE =
      Map.of(
          "int", SimpleType.INT,
          "uint", SimpleType.UINT,
          "double", SimpleType.DOUBLE,
          "bool", SimpleType.BOOL,
          "duration", SimpleType.DURATION,
          "timestamp", SimpleType.TIMESTAMP,
          "string", SimpleType.STRING,
          "bytes", SimpleType.BYTES);

  private ListFunctions() {}

  static void addTo(FunctionLibrary library) {
    COMPARABLE.forEach((name, type) -> addComparisons(library, name, type));
    addSum(library, "int", SimpleType.INT, list -> sumWhole(list));
    addSum(library, "uint", SimpleType.UINT, list -> sumUnsigned(list));
    addSum(library, "double", SimpleType.DOUBLE, list -> sumDoubles(list));
    addSum(library, "duration", SimpleType.DURATION, list -> sumDurations(list));
    addSearch(library);
    addSets(library);
  }

  private static void addComparisons(FunctionLibrary library, String name, CelType type) {
    List<CelType> list = List.of(ListType.create(type));
    library
        .member(
            "isSorted",
            "list_" + name + "_is_sorted_bool",
            SimpleType.BOOL,
            list,
            a -> isSorted((List<?>) a[0]))
        .member(
            "min",
            "list_" + name + "_min_" + name,
            type,
            list,
            a -> extreme("min", (List<?>) a[0], -1))
        .member(
            "max",
            "list_" + name + "_max_" + name,
            type,
            list,
            a -> extreme("max", (List<?>) a[0], 1));
  }

  private static void addSum(
      FunctionLibrary library, String name, CelType type, Function<List<?>, Object> sum) {
    library.member(
        "sum",
        "list_" + name + "_sum_" + name,
        type,
        List.of(ListType.create(type)),
        a -> sum.apply((List<?>) a[0]));
  }

  private static void addSearch(FunctionLibrary library) {
    List<CelType> arguments = List.of(RuleFunctions.LIST, RuleFunctions.ANY);
    library
        .member(
            "indexOf",
            "list_a_index_of_int",
            SimpleType.INT,
            arguments,
            a -> indexOf((List<?>) a[0], a[1], false))
        .member(
            "lastIndexOf",
            "list_a_last_index_of_int",
            SimpleType.INT,
            arguments,
            a -> indexOf((List<?>) a[0], a[1], true));
  }

  private static void addSets(FunctionLibrary library) {
    List<CelType> lists = List.of(RuleFunctions.LIST, RuleFunctions.LIST);
    library
        .global(
            "sets.contains",
            "list_sets_contains_list",
            SimpleType.BOOL,
            lists,
            a -> containsAll(Equality.keys((List<?>) a[0]), (List<?>) a[1]))
        .global(
            "sets.equivalent",
            "list_sets_equivalent_list",
            SimpleType.BOOL,
            lists,
            a -> Equality.keys((List<?>) a[0]).equals(Equality.keys((List<?>) a[1])))
        .global(
            "sets.intersects",
            "list_sets_intersects_list",
            SimpleType.BOOL,
            lists,
            a -> intersects(Equality.keys((List<?>) a[0]), (List<?>) a[1]));
  }

  private static boolean isSorted(List<?> list) {
    Object previous = null;
    for (Object element : list) {
      if (previous != null && compare(previous, element) > 0) {
        return false;
      }
      previous = element;
    }
    return true;
  }

  private static Object extreme(String name, List<?> list, int sign) {
    Object extreme = null;
    for (Object element : list) {
      if (extreme == null || sign * compare(element, extreme) > 0) {
        extreme = element;
      }
    }
    if (extreme == null) {
      throw new RuleFailure(name + " called on empty list");
    }
    return extreme;
  }

  @SuppressWarnings({"rawtypes", "unchecked"}) // the type checker ensures that both have one type
  private static int compare(Object a, Object b) {
    if (a instanceof Double x && b instanceof Double y) {
      return Double.compare(x + 0.0, y + 0.0); // -0.0 equals 0.0
    }
    if (a instanceof CelByteString x && b instanceof CelByteString y) {
      return CelByteString.unsignedLexicographicalComparator().compare(x, y);
    }
    if (a instanceof Comparable comparable && a.getClass() == b.getClass()) {
      return comparable.compareTo(b);
    }
    throw new RuleFailure(RuleRun.NO_SUCH_OVERLOAD);
  }

  private static long sumWhole(List<?> list) {
    long sum = 0;
    for (Object element : list) {
      try {
        sum = Math.addExact(sum, (Long) element);
      } catch (ArithmeticException e) {
        throw new RuleFailure("integer overflow");
      }
    }
    return sum;
  }

  private static UnsignedLong sumUnsigned(List<?> list) {
    UnsignedLong sum = UnsignedLong.ZERO;
    for (Object element : list) {
      UnsignedLong next = sum.plus((UnsignedLong) element);
      if (next.compareTo(sum) < 0) {
        throw new RuleFailure("unsigned integer overflow");
      }
      sum = next;
    }
    return sum;
  }

  private static double sumDoubles(List<?> list) {
    double sum = 0;
    for (Object element : list) {
      sum += (Double) element;
    }
    return sum;
  }

  private static Duration sumDurations(List<?> list) {
    Duration sum = Duration.ZERO;
    for (Object element : list) {
      sum = sum.plus((Duration) element);
    }
    return sum;
  }

  private static long indexOf(List<?> list, Object value, boolean last) {
    long found = -1;
    long index = 0;
    for (Object element : list) {
      if (Equality.equal(element, value)) {
        found = index;
        if (!last) {
          break;
        }
      }
      index++;
    }
    return found;
  }

  static List<Long> range(long end) {
    RuleCost.require((double) end);
    return LongStream.range(0, end).boxed().toList();
  }

  private static boolean containsAll(Set<Object> keys, List<?> list) {
    return list.stream().allMatch(element -> keys.contains(Equality.key(element)));
  }

  private static boolean intersects(Set<Object> keys, List<?> list) {
    return list.stream().anyMatch(element -> keys.contains(Equality.key(element)));
  }
}
