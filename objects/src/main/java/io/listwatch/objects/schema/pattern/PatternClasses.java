package io.listwatch.objects.schema.pattern;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.HashSet;
import java.util.Set;

/**
 * Parses character classes, such as {@code [a-z]} and {@code \pL}, as Go does, and limits their
 * ranges: those of one class, because RE2/J's sort may recurse once for every other range, and
 * those of all classes, because they are kept in memory.
 */
final class PatternClasses {
  private static final int MAX_RANGES_OF_ONE = 8_000;
  private static final int MAX_RANGES = 500_000;

  /**
   * The limit for the code points in case-insensitive ranges: RE2/J folds their case one by one.
   * The code points that have another case span about 125,000.
   */
  private static final int MAX_FOLDED = 5_000_000;

  private static final int FIRST_FOLDED = 0x41;
  private static final int LAST_FOLDED = 0x1e943;

  /** An upper bound of the ranges for all cases of all code points that have another case. */
  private static final int RANGES_OF_ALL_FOLDED = 6_000;

  /** An upper bound of the ranges of any Unicode script or large general category. */
  private static final int RANGES_OF_LARGE_GROUP = 700;

  private static final int RANGES_OF_GROUP = 350;
  private static final int RANGES_OF_PERL_GROUP = 8;

  private static final String INVALID_RANGE = "invalid character class range";

  private static final Set<String> NAMED =
      Set.of(
          "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct",
          "space", "upper", "word", "xdigit");

  private final PatternText text;
  private final PatternEscapes escapes;
  private final Set<String> knownGroups = new HashSet<>();
  private int ranges;
  private int allRanges;
  private int folded;

  /** True if no named group ends in the rest of the pattern; searched only once. */
  private boolean noNamedGroups;

  PatternClasses(PatternText text, PatternEscapes escapes) {
    this.text = text;
    this.escapes = escapes;
  }

  /** Reads {@code \d}, {@code \pL} or the like, if one is next. Returns true if there was one. */
  boolean skipGroup() {
    ranges = 0;
    return skipUnicodeGroup() || skipPerlGroup();
  }

  /** Reads a class, whose bracket is next. */
  void read(boolean ignoreCase) {
    int start = text.position();
    ranges = 0;
    text.next();
    text.skip("^");
    boolean first = true;
    while (first || text.peek(0) != ']') {
      first = false;
      if (!skipNamedGroup() && !skipUnicodeGroup() && !skipPerlGroup()) {
        readRange(start, ignoreCase);
      }
    }
    text.next();
  }

  private boolean skipNamedGroup() {
    if (noNamedGroups || !text.startsWith("[:")) {
      return false;
    }
    int start = text.position();
    int end = text.whole().indexOf(":]", start + 2);
    if (end < 0) {
      noNamedGroups = true;
      return false;
    }
    text.moveTo(end + 2);
    String name = text.since(start + 2);
    name = name.substring(name.startsWith("^") ? 1 : 0, name.length() - 2);
    if (!NAMED.contains(name)) {
      throw new InvalidPatternException(INVALID_RANGE, text.since(start));
    }
    count(RANGES_OF_PERL_GROUP);
    return true;
  }

  private boolean skipPerlGroup() {
    boolean found = text.peek(0) == '\\' && "dDsSwW".indexOf(text.peek(1)) >= 0;
    if (found) {
      text.moveTo(text.position() + 2);
      count(RANGES_OF_PERL_GROUP);
    }
    return found;
  }

  private boolean skipUnicodeGroup() {
    if (!text.startsWith("\\p") && !text.startsWith("\\P")) {
      return false;
    }
    int start = text.position();
    text.moveTo(start + 2);
    if (text.next() == '{') {
      int end = text.indexOf("}");
      if (end < 0) {
        throw new InvalidPatternException(INVALID_RANGE, text.from(start));
      }
      text.moveTo(end + 1);
    }
    String group = text.since(start);
    if (!knownGroups.contains(group)) {
      knownGroups.add(requireKnown(group));
    }
    count(isLarge(group) ? RANGES_OF_LARGE_GROUP : RANGES_OF_GROUP);
    return true;
  }

  private static String requireKnown(String group) {
    try {
      Pattern.compile(group);
      return group;
    } catch (PatternSyntaxException e) {
      throw new InvalidPatternException(INVALID_RANGE, group);
    }
  }

  private static boolean isLarge(String group) {
    String name = group.substring(2).replace("{", "").replace("^", "");
    return name.startsWith("L") || name.startsWith("C");
  }

  private void readRange(int classStart, boolean ignoreCase) {
    int start = text.position();
    int low = readCharacter(classStart);
    int high = low;
    if (text.peek(0) == '-' && text.length() >= 2 && text.peek(1) != ']') {
      text.next();
      high = readCharacter(classStart);
      if (high < low) {
        throw new InvalidPatternException(INVALID_RANGE, text.since(start));
      }
    }
    count(1);
    if (ignoreCase) {
      countFolded(low, high);
      if (PatternFolding.isEndless(low, high)) {
        text.replaceSince(start, PatternFolding.range(low, high));
      }
    }
  }

  private int readCharacter(int classStart) {
    if (text.atEnd()) {
      throw new InvalidPatternException("missing closing ]", text.from(classStart));
    }
    return text.peek(0) == '\\' ? escapes.read() : text.next();
  }

  private void countFolded(int low, int high) {
    if (isFoldedWhole(low, high)) {
      return;
    }
    int width = Math.max(0, Math.min(high, LAST_FOLDED) - Math.max(low, FIRST_FOLDED) + 1);
    folded += width;
    count(Math.min(3 * width, RANGES_OF_ALL_FOLDED));
  }

  /** True if the range contains all cases of each of its code points. */
  static boolean isFoldedWhole(int low, int high) {
    return low <= FIRST_FOLDED && high >= LAST_FOLDED;
  }

  private void count(int more) {
    ranges += more;
    allRanges += more;
    if (ranges > MAX_RANGES_OF_ONE || allRanges > MAX_RANGES || folded > MAX_FOLDED) {
      throw new InvalidPatternException(PatternParser.TOO_LARGE, text.whole());
    }
  }
}
