package io.listwatch.workloads.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;

/** Quantities of resources, such as {@code 500m} and {@code 1Gi}, in thousandths. */
public final class Quantity {
  private static final Map<String, BigDecimal> SUFFIXES = suffixes();
  private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);
  private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

  private Quantity() {}

  private static Map<String, BigDecimal> suffixes() {
    var suffixes = new LinkedHashMap<String, BigDecimal>();
    String[] binary = {"Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    for (int i = 0; i < binary.length; i++) {
      suffixes.put(binary[i], BigDecimal.valueOf(1024).pow(i + 1));
    }
    String[] decimal = {"n", "u", "m", "", "k", "M", "G", "T", "P", "E"};
    for (int i = 0; i < decimal.length; i++) {
      if (!decimal[i].isEmpty()) {
        suffixes.put(decimal[i], BigDecimal.ONE.scaleByPowerOfTen(3 * (i - 3)));
      }
    }
    return suffixes;
  }

  /**
   * Returns the canonical form of a quantity: with the largest suffix that leaves a whole number.
   *
   * @param binary true for suffixes such as {@code Mi}, which need a whole number of units
   */
  public static String ofMilli(long milli, boolean binary) {
    if (binary && milli % 1000 == 0) {
      long value = milli / 1000;
      String[] suffixes = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
      int i = 0;
      while (value != 0 && value % 1024 == 0 && i < suffixes.length - 1) {
        value /= 1024;
        i++;
      }
      return value + suffixes[i];
    }
    long value = milli;
    String[] suffixes = {"m", "", "k", "M", "G", "T", "P", "E"};
    int i = 0;
    while (value % 1000 == 0 && i < suffixes.length - 1 && (value != 0 || i == 0)) {
      value /= 1000;
      i++;
    }
    return value + suffixes[i];
  }

  /** Returns a quantity in thousandths, rounded up; 0 if there is none. */
  public static long milli(JsonNode quantity) {
    return quantity.isValueNode() && !quantity.isNull() ? milli(quantity.asText()) : 0;
  }

  /** Returns a quantity in thousandths, rounded up and at most {@link Long#MAX_VALUE}. */
  public static long milli(String text) {
    BigDecimal value = parse(text.trim()).multiply(THOUSAND).min(MOST);
    return value.setScale(0, RoundingMode.UP).longValueExact();
  }

  private static BigDecimal parse(String text) {
    for (Map.Entry<String, BigDecimal> suffix : SUFFIXES.entrySet()) {
      if (text.endsWith(suffix.getKey())) {
        String number = text.substring(0, text.length() - suffix.getKey().length());
        return new BigDecimal(number).multiply(suffix.getValue());
      }
    }
    return new BigDecimal(text);
  }
}
