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
    List<CelType> two = List.of(QuantityValue.TYPE, QuantityValue.TYPE);
    library
        .member(
            "isGreaterThan", "quantity_is_greater_than", SimpleType.BOOL, two, a -> compare(a) > 0)
        .member("isLessThan", "quantity_is_less_than", SimpleType.BOOL, two, a -> compare(a) < 0)
        .member("compareTo", "quantity_compare_to", SimpleType.INT, two, a -> (long) compare(a));
  }

  private static void addConversions(FunctionLibrary library) {
    List<CelType> text = List.of(SimpleType.STRING);
    List<CelType> one = List.of(QuantityValue.TYPE);
    library
        .global(
            "quantity", "string_to_quantity", QuantityValue.TYPE, text, a -> parse((String) a[0]))
        .global(
            "isQuantity",
            "is_quantity_string",
            SimpleType.BOOL,
            text,
            a -> QuantityValue.parse((String) a[0]) != null)
        .member(
            "isInteger",
            "quantity_is_integer",
            SimpleType.BOOL,
            one,
            a -> ((QuantityValue) a[0]).whole() != null)
        .member(
            "asInteger", "quantity_get_int", SimpleType.INT, one, a -> whole((QuantityValue) a[0]))
        .member(
            "asApproximateFloat",
            "quantity_get_float",
            SimpleType.DOUBLE,
            one,
            a -> ((QuantityValue) a[0]).approximately())
        .global(
            "sign",
            "quantity_sign",
            SimpleType.INT,
            one,
            a -> (long) ((QuantityValue) a[0]).sign());
  }

  private static void addArithmetic(FunctionLibrary library) {
    List<CelType> two = List.of(QuantityValue.TYPE, QuantityValue.TYPE);
    List<CelType> withWhole = List.of(QuantityValue.TYPE, SimpleType.INT);
    library
        .member(
            "add",
            "quantity_add",
            QuantityValue.TYPE,
            two,
            a -> quantity(a).plus((QuantityValue) a[1]))
        .member(
            "add",
            "quantity_add_int",
            QuantityValue.TYPE,
            withWhole,
            a -> quantity(a).plus(QuantityValue.of((Long) a[1])))
        .member(
            "sub",
            "quantity_sub",
            QuantityValue.TYPE,
            two,
            a -> quantity(a).minus((QuantityValue) a[1]))
        .member(
            "sub",
            "quantity_sub_int",
            QuantityValue.TYPE,
            withWhole,
            a -> quantity(a).minus(QuantityValue.of((Long) a[1])));
  }

  private static QuantityValue quantity(Object[] arguments) {
    return (QuantityValue) arguments[0];
  }

  private static int compare(Object[] arguments) {
    return Integer.signum(quantity(arguments).compareTo((QuantityValue) arguments[1]));
  }

  private static QuantityValue parse(String text) {
    QuantityValue quantity = QuantityValue.parse(text);
    if (quantity == null) {
      throw new RuleFailure(
          QuantityValue.hasUnknownUnit(text)
              ? "unable to parse quantity's suffix"
              : "quantities must match the regular expression"
                  + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    }
    return quantity;
  }

  private static long whole(QuantityValue quantity) {
    Long whole = quantity.whole();
    if (whole == null) {
      throw new RuleFailure("cannot convert value to integer");
    }
    return whole;
  }
}
