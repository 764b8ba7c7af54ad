package io.listwatch.server.registry;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The order of preference of a group's versions: {@code v2}, {@code v1}, {@code v2beta1}, {@code
 * v1beta2}, {@code v1alpha1}, then all names of another form in alphabetical order.
 */
public final class VersionOrder implements Comparator<String> {
  private static final Pattern VERSION =
      Pattern.compile("v([1-9][0-9]{0,8})(?:(alpha|beta)([1-9][0-9]{0,8}))?");

  private static final Comparator<Matcher> BEST_FIRST =
      Comparator.comparingInt(VersionOrder::stability)
          .thenComparingInt(version -> number(version, 1))
          .thenComparingInt(version -> number(version, 3))
          .reversed();

  @Override
  public int compare(String left, String right) {
    Matcher first = VERSION.matcher(left);
    Matcher second = VERSION.matcher(right);
    boolean known = first.matches();
    if (known && second.matches()) {
      return BEST_FIRST.compare(first, second);
    }
    return known == second.matches() ? left.compareTo(right) : known ? -1 : 1;
  }

  private static int stability(Matcher version) {
    String stage = version.group(2);
    return stage == null ? 2 : stage.equals("beta") ? 1 : 0;
  }

  private static int number(Matcher version, int group) {
    String digits = version.group(group);
    return digits == null ? 0 : Integer.parseInt(digits);
  }
}
