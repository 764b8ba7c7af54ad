package io.listwatch.objects.schema.structural;

/** Checks ISBN-10 and ISBN-13 numbers, for the string formats {@code isbn10} and {@code isbn13}. */
final class Isbn {
  private Isbn() {}

  static String digits(String text) {
    StringBuilder digits = new StringBuilder(text.length());
    text.chars().filter(c -> c >= '0' && c <= '9').forEach(c -> digits.append((char) c));
    return digits.toString();
  }

  private static String bare(String text) {
    return text.replace("-", "").replace(" ", "");
  }

  static boolean isTen(String text) {
    String number = bare(text);
    if (number.length() != 10 || digits(number.substring(0, 9)).length() != 9) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < 9; i++) {
      sum += (i + 1) * (number.charAt(i) - '0');
    }
    char proof = number.charAt(9);
    if (proof != 'X' && (proof < '0' || proof > '9')) {
      return false;
    }
    return (sum + 10 * (proof == 'X' ? 10 : proof - '0')) % 11 == 0;
  }

  static boolean isThirteen(String text) {
    String number = bare(text);
    if (number.length() != 13 || digits(number).length() != 13) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < 13; i++) {
      sum += (i % 2 == 0 ? 1 : 3) * (number.charAt(i) - '0');
    }
    return (number.startsWith("978") || number.startsWith("979")) && sum % 10 == 0;
  }
}
