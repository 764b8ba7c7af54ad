package io.listwatch.objects.schema.pattern;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.lang.ref.SoftReference;

/**
 * A regular expression in Go's syntax, within limits that keep RE2/J's time, heap and stack
 * bounded.
 *
 * <p>All patterns that clients send are compiled here. The compiled program is held by a soft
 * reference: a short pattern can have a large program, so that the programs of a definition could
 * fill the heap. A collected program is compiled again at the next match.
 *
 * <p>Thread-safe.
 */
public final class GoPattern {
  private final String text;
  private final String rewritten;
  private final int size;
  private volatile SoftReference<Pattern> program;

  private GoPattern(String text, PatternParser parser) {
    this.text = text;
    this.rewritten = parser.rewritten();
    this.size = parser.size();
    this.program = new SoftReference<>(null);
  }

  /**
   * Parses and compiles a pattern.
   *
   * @throws InvalidPatternException if the syntax is wrong or a limit is exceeded
   */
  public static GoPattern compile(String text) {
    return parse(text).compiled();
  }

  /** Parses a pattern without compiling it, in time linear in its length. */
  public static GoPattern parse(String text) {
    return new GoPattern(text, new PatternParser(text));
  }

  GoPattern compiled() {
    program();
    return this;
  }

  /** Returns an upper bound of the number of instructions in the compiled program. */
  public int size() {
    return size;
  }

  /**
   * Returns a matcher that provides the start and end of matches, but no groups.
   *
   * @throws InvalidPatternException if the pattern was only parsed and does not compile
   */
  public Matcher matcher(CharSequence input) {
    return program().matcher(input);
  }

  private Pattern program() {
    Pattern compiled = program.get();
    if (compiled == null) {
      compiled = compile();
      program = new SoftReference<>(compiled);
    }
    return compiled;
  }

  private Pattern compile() {
    try {
      return Pattern.compile(rewritten);
    } catch (PatternSyntaxException e) {
      throw new InvalidPatternException(e.getDescription(), e.getPattern());
    } catch (StackOverflowError e) {
      // RE2/J factors common prefixes of alternatives, as in a|ab|abc, into nested groups. Their
      // depth is not visible in the text.
      throw new InvalidPatternException(PatternParser.NESTS_TOO_DEEPLY, text);
    }
  }

  /** Returns the source of the pattern. */
  @Override
  public String toString() {
    return text;
  }
}
