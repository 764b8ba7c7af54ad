package io.listwatch.objects.schema.cel;

/**
 * A string in which all matches of a pattern are searched for. Every search may read the rest of
 * the string, so that many matches can take quadratic time: each further reading of the whole
 * string spends the cost of one search.
 */
final class MeteredText implements CharSequence {
  /**
   * The number of readings that the first search pays for: matches read the characters around their
   * ends again.
   */
  private static final int PAID_READINGS = 8;

  private final String text;
  private final long price;
  private final RuleCost cost;
  private long left;

  /**
   * @param price the cost of one search
   */
  MeteredText(String text, long price, RuleCost cost) {
    this.text = text;
    this.price = price;
    this.cost = cost;
    this.left = PAID_READINGS * (1L + text.length());
  }

  @Override
  public char charAt(int index) {
    if (--left < 0) {
      cost.spend(price);
      left = text.length();
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.substring(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
