package io.listwatch.objects.podsecurity;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of the Pod Security Standards: {@code v1.x} or {@code latest}.
 *
 * @param minor {@link Integer#MAX_VALUE} for the latest version
 */
public record PodSecurityVersion(int minor) {
  public static final PodSecurityVersion LATEST = new PodSecurityVersion(Integer.MAX_VALUE);

  private static final Pattern FORM = Pattern.compile("v1\\.(0|[1-9][0-9]*)");

  /** Longer numbers do not fit an integer. */
  private static final int MAX_DIGITS = 9;

  /** Returns the version with this name; empty if it is malformed. */
  public static Optional<PodSecurityVersion> parse(String name) {
    if (name.equals("latest")) {
      return Optional.of(LATEST);
    }
    Matcher matcher = FORM.matcher(name);
    return matcher.matches() && matcher.group(1).length() <= MAX_DIGITS
        ? Optional.of(new PodSecurityVersion(Integer.parseInt(matcher.group(1))))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return equals(LATEST) ? "latest" : "v1." + minor;
  }
}
