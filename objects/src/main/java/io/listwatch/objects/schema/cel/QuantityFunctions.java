package io.listwatch.objects.schema.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import java.util.List;

/**
 * CEL functions on quantities, such as {@code quantity("1Gi").isGreaterThan(quantity("500Mi"))}.
 */
final class QuantityFunctions {
  private QuantityFunctions() {}

  static void addTo(FunctionLibrary library) {
    addConversions(library);
    addArithmetic(library);
    List<CelType> two = List.of(Amount.TYPE, Amount.TYPE);
    library
        .member(
            "isGreaterThan", "quantity_is_greater_than", SimpleType.BOOL, two, a -> compare(a) > 0)
        .member("isLessThan", "quantity_is_less_than", SimpleType.BOOL, two, a -> compare(a) < 0)
        .member("compareTo", "quantity_compare_to", SimpleType.INT, two, a -> (long) compare(a));
  }

  private static void addConversions(FunctionLibrary library) {
    List<CelType> text = List.of(SimpleType.STRING);
    List<CelType> one = List.of(Amount.TYPE);
    library
        .global("quantity", "string_to_quantity", Amount.TYPE, text, a -> parse((String) a[0]))
        .global(
            "isQuantity",
            "is_quantity_string",
            SimpleType.BOOL,
            text,
            a -> Amount.parse((String) a[0]) != null)
        .member(
            "isInteger",
            "quantity_is_integer",
            SimpleType.BOOL,
            one,
            a -> ((Amount) a[0]).whole() != null)
        .member("asInteger", "quantity_get_int", SimpleType.INT, one, a -> whole((Amount) a[0]))
        .member(
            "asApproximateFloat",
            "quantity_get_float",
            SimpleType.DOUBLE,
            one,
            a -> ((Amount) a[0]).approximately())
        .global("sign", "quantity_sign", SimpleType.INT, one, a -> (long) ((Amount) a[0]).sign());
  }

  private static void addArithmetic(FunctionLibrary library) {
    List<CelType> two = List.of(Amount.TYPE, Amount.TYPE);
    List<CelType> withWhole = List.of(Amount.TYPE, SimpleType.INT);
    library
        .member("add", "quantity_add", Amount.TYPE, two, a -> amount(a).plus((Amount) a[1]))
        .member(
            "add",
            "quantity_add_int",
            Amount.TYPE,
            withWhole,
            a -> amount(a).plus(Amount.of((Long) a[1])))
        .member("sub", "quantity_sub", Amount.TYPE, two, a -> amount(a).minus((Amount) a[1]))
        .member(
            "sub",
            "quantity_sub_int",
            Amount.TYPE,
            withWhole,
            a -> amount(a).minus(Amount.of((Long) a[1])));
  }

  private static Amount amount(Object[] arguments) {
    return (Amount) arguments[0];
  }

  private static int compare(Object[] arguments) {
    return Integer.signum(amount(arguments).compareTo((Amount) arguments[1]));
  }

  private static Amount parse(String text) {
    Amount amount = Amount.parse(text);
    if (amount == null) {
      throw new RuleFailure(
          "quantities must match the regular expression"
              + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    }
    return amount;
  }

  private static long whole(Amount amount) {
    Long whole = amount.whole();
    if (whole == null) {
      throw new RuleFailure("cannot convert value to integer");
    }
    return whole;
  }
}
