package io.listwatch.server.http.request;

import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.ApiErrors;
import java.math.BigInteger;

/** Parses numbers like Go, with Go's error messages. */
final class GoNumbers {
  private GoNumbers() {}

  /** Parses a signed 64-bit number. */
  static long parseInt(String text) {
    boolean signed = !text.isEmpty() && (text.charAt(0) == '-' || text.charAt(0) == '+');
    if (!isDigits(signed ? text.substring(1) : text)) {
      throw ApiErrors.badRequest(complaint("ParseInt", text, "invalid syntax"));
    }
    BigInteger number = new BigInteger(bounded(text));
    if (number.bitLength() > 63) {
      throw ApiErrors.badRequest(complaint("ParseInt", text, "value out of range"));
    }
    return number.longValue();
  }

  /**
   * Parses an unsigned 64-bit number. Returns it without leading zeros.
   *
   * @throws NumberFormatException with Go's message
   */
  static String parseUint(String text) {
    return parseUint(text, 64);
  }

  /** As {@link #parseUint(String)}, for another number of bits. */
  static String parseUint(String text, int bits) {
    if (!isDigits(text)) {
      throw new NumberFormatException(complaint("ParseUint", text, "invalid syntax"));
    }
    BigInteger number = new BigInteger(bounded(text));
    if (number.bitLength() > bits) {
      throw new NumberFormatException(complaint("ParseUint", text, "value out of range"));
    }
    return number.toString();
  }

  /** Cuts numbers that are far out of range, which need not be parsed to their end. */
  private static String bounded(String text) {
    return text.length() > 1000 ? text.substring(0, 1000) : text;
  }

  private static boolean isDigits(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static String complaint(String function, String text, String problem) {
    return "strconv.%s: parsing %s: %s".formatted(function, Quotation.of(text), problem);
  }
}
