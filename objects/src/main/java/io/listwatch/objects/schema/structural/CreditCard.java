package io.listwatch.objects.schema.structural;

import com.google.re2j.Pattern;

/** Checks credit card numbers, for the string format {@code creditcard}. */
final class CreditCard {
  /** The numbers of the large card networks, by prefix and length. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "4[0-9]{12}([0-9]{3})?|5[1-5][0-9]{14}|6(011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}"
              + "|3(0[0-5]|[68][0-9])[0-9]{11}|(2131|1800|35\\d{3})\\d{11}");

  private CreditCard() {}

  /** Ignores every character that is not a digit. */
  static boolean test(String text) {
    String digits = text.replaceAll("[^0-9]", "");
    return NUMBER.matcher(digits).matches() && luhnSum(digits) % 10 == 0;
  }

  /**
   * Returns the Luhn checksum: every second digit from the right is doubled, and the digits of the
   * doubles are added.
   */
  private static int luhnSum(String digits) {
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(digits.length() - 1 - i) - '0';
      sum += i % 2 == 0 ? digit : 2 * digit / 10 + 2 * digit % 10;
    }
    return sum;
  }
}
