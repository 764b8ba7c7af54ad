package io.listwatch.objects.schema.cel;

import dev.cel.common.types.OpaqueType;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A semantic version in a rule ({@code kubernetes.Semver}), such as {@code 1.2.3-rc.1+build}. */
@SuppressWarnings("Immutable") // the list is an unshared copy
final class SemanticVersion extends RuleValue implements Comparable<SemanticVersion> {
  static final OpaqueType TYPE = RuleFunctions.opaque("kubernetes.Semver");

  private static final String NUMBER = "(0|[1-9]\\d{0,17})";
  private static final String WORDS = "[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*+";
  private static final Pattern FORM =
      Pattern.compile(
          NUMBER + "\\." + NUMBER + "\\." + NUMBER + "(?:-(" + WORDS + "))?(?:\\+" + WORDS + ")?");
  private static final int MAX_LENGTH = 256;

  private final long major;
  private final long minor;
  private final long patch;
  private final List<String> preRelease;

  private SemanticVersion(long major, long minor, long patch, List<String> preRelease) {
    super(TYPE);
    this.major = major;
    this.minor = minor;
    this.patch = patch;
    this.preRelease = preRelease;
  }

  /** Returns null if the string is not a version. */
  static @Nullable SemanticVersion parse(String text) {
    Matcher form = FORM.matcher(text);
    if (text.length() > MAX_LENGTH || !form.matches()) {
      return null;
    }
    String words = form.group(4);
    List<String> preRelease = words == null ? List.of() : List.of(words.split("\\."));
    if (preRelease.stream()
        .anyMatch(word -> isNumber(word) && word.length() > 1 && word.startsWith("0"))) {
      return null;
    }
    return new SemanticVersion(
        Long.parseLong(form.group(1)),
        Long.parseLong(form.group(2)),
        Long.parseLong(form.group(3)),
        preRelease);
  }

  /** Also accepts {@code v1.2} and {@code 01.2.3}. */
  static @Nullable SemanticVersion parseTolerantly(String text) {
    String[] parts = (text.startsWith("v") ? text.substring(1) : text).split("\\.", 3);
    var version = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      String part = i < parts.length ? parts[i].replaceFirst("^0+(?=\\d)", "") : "0";
      version.append(i == 0 ? "" : ".").append(part);
    }
    return parse(version.toString());
  }

  long major() {
    return major;
  }

  long minor() {
    return minor;
  }

  long patch() {
    return patch;
  }

  @Override
  public int compareTo(SemanticVersion other) {
    int order = Long.compare(major, other.major);
    order = order != 0 ? order : Long.compare(minor, other.minor);
    order = order != 0 ? order : Long.compare(patch, other.patch);
    return order != 0 ? order : comparePreRelease(other);
  }

  /** A pre-release sorts before its release. */
  private int comparePreRelease(SemanticVersion other) {
    if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
      return Boolean.compare(preRelease.isEmpty(), other.preRelease.isEmpty());
    }
    for (int i = 0; i < Math.min(preRelease.size(), other.preRelease.size()); i++) {
      int order = compareWords(preRelease.get(i), other.preRelease.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(preRelease.size(), other.preRelease.size());
  }

  private static int compareWords(String a, String b) {
    if (isNumber(a) && isNumber(b)) {
      int order = Integer.compare(a.length(), b.length());
      return order != 0 ? order : a.compareTo(b);
    }
    return isNumber(a) == isNumber(b) ? a.compareTo(b) : isNumber(a) ? -1 : 1;
  }

  private static boolean isNumber(String word) {
    return word.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SemanticVersion version && compareTo(version) == 0;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(31 * (31 * major + minor) + patch);
  }

  @Override
  public String toString() {
    return major
        + "."
        + minor
        + "."
        + patch
        + (preRelease.isEmpty() ? "" : "-" + String.join(".", preRelease));
  }
}
