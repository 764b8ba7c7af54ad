package io.listwatch.objects.schema.pattern;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Parses a regular expression as Go's {@code regexp} does, rejects it with Go's messages, and
 * computes the size of RE2/J's program. Needs time and heap linear in the length of the pattern,
 * and little stack.
 *
 * <p>RE2/J limits a single repetition only. Nested repetitions and the height of the tree have Go's
 * limits. The program has a lower limit than in Go, because RE2/J matches recursively and copies
 * more.
 */
final class PatternParser {
  static final String TOO_LARGE = "expression too large";
  static final String NESTS_TOO_DEEPLY = "expression nests too deeply";

  private static final int MAX_HEIGHT = 1_000;
  private static final int MAX_REPEATS = 1_000;

  private static final int MAX_SIZE = 100_000;
  private static final int MAX_SIZE_IN_GO = 3_355_443;

  /** Limits RE2/J's parser, which copies the rest of the pattern at each group. */
  private static final int MAX_LENGTH = 32 * 1024;

  /** RE2/J's compiler takes about 200 bytes of stack per level; a thread has 1 MB. */
  private static final int MAX_DEPTH = 2_500;

  /** RE2/J's matcher takes about 200 bytes of stack per step. */
  private static final int MAX_EMPTY_STEPS = 2_000;

  private final PatternText text;
  private final PatternEscapes escapes;
  private final PatternClasses classes;
  private final Deque<Group> enclosing = new ArrayDeque<>();
  private final PatternPart whole;

  private Group group = new Group(false, false);
  private boolean ignoreCase;

  /** The start of the repetition operator just before the position, or -1. */
  private int lastRepeat = -1;

  PatternParser(String pattern) {
    this.text = new PatternText(pattern);
    this.escapes = new PatternEscapes(text);
    this.classes = new PatternClasses(text, escapes);
    this.whole = parse();
  }

  /** Returns an upper bound of the number of instructions. */
  int size() {
    return (int) whole.size() + 3; // instructions to fail, to succeed, and for an empty program
  }

  /**
   * Returns the pattern for RE2/J. Its groups do not capture, because each state of a matcher would
   * hold the positions of all groups.
   */
  String rewritten() {
    return text.rewritten();
  }

  private PatternPart parse() {
    while (!text.atEnd()) {
      int start = text.position();
      boolean repetition = readNext(text.peek(0));
      lastRepeat = repetition ? start : -1;
    }
    PatternPart all = checked(group.close());
    if (!enclosing.isEmpty()) {
      throw new InvalidPatternException("missing closing )", text.whole());
    }
    if (text.rewritten().length() > MAX_LENGTH) {
      throw new InvalidPatternException(TOO_LARGE, text.whole());
    }
    return all;
  }

  /** Reads an element. Returns true if it is a repetition operator. */
  private boolean readNext(int c) {
    int start = text.position();
    boolean repetition = false;
    switch (c) {
      case '(' -> openGroup();
      case '|' -> {
        text.next();
        group.nextAlternative();
      }
      case ')' -> closeGroup();
      case '^', '$' -> {
        text.next();
        push(PatternPart.EMPTY);
      }
      case '.' -> {
        text.next();
        push(PatternPart.CLASS);
      }
      case '[' -> {
        classes.read(ignoreCase);
        push(PatternPart.CLASS);
      }
      case '*', '+', '?' -> {
        text.next();
        repeat(start, c, 0, 0);
        repetition = true;
      }
      case '{' -> repetition = readCount(start);
      case '\\' -> readEscape();
      default -> pushCharacter(text.next(), start);
    }
    return repetition;
  }

  private void push(PatternPart part) {
    group.push(part);
    checked(group.sequence());
  }

  private void pushCharacter(int codePoint, int start) {
    if (ignoreCase && PatternFolding.isEndless(codePoint, codePoint)) {
      text.replaceSince(start, PatternFolding.literal(codePoint));
    }
    push(ignoreCase ? PatternPart.FOLDED_CHARACTER : PatternPart.CHARACTER);
  }

  private PatternPart checked(PatternPart part) {
    if (part.size() > MAX_SIZE || part.emptySteps().most() > MAX_EMPTY_STEPS) {
      throw new InvalidPatternException(TOO_LARGE, text.whole());
    }
    if (part.height() > MAX_HEIGHT || part.depth() > MAX_DEPTH) {
      throw new InvalidPatternException(NESTS_TOO_DEEPLY, text.whole());
    }
    return part;
  }

  private void openGroup() {
    int start = text.position();
    if (text.startsWith("(?")) {
      readPerlGroup();
    } else {
      text.next();
      openCapturing(start);
    }
  }

  private void openCapturing(int start) {
    text.replaceSince(start, "(?:");
    open(true);
  }

  private void open(boolean capturing) {
    enclosing.push(group);
    group = new Group(capturing, ignoreCase);
  }

  private void readPerlGroup() {
    int start = text.position();
    boolean python = text.length() > 4 && text.startsWith("(?P<");
    if (python || (text.length() > 3 && text.startsWith("(?<"))) {
      readName(python ? 4 : 3);
      openCapturing(start);
      return;
    }
    PatternFlags flags = PatternFlags.read(text, ignoreCase);
    if (flags.group()) {
      open(false);
    }
    ignoreCase = flags.ignoreCase();
  }

  private void readName(int offset) {
    int start = text.position();
    int end = text.indexOf(">");
    if (end < 0) {
      throw new InvalidPatternException("invalid named capture", text.from(start));
    }
    text.moveTo(end);
    String name = text.since(start + offset);
    text.moveTo(end + 1);
    if (name.isEmpty()
        || !name.chars().allMatch(c -> c == '_' || PatternEscapes.isAlphanumeric(c))) {
      throw new InvalidPatternException("invalid named capture", text.since(start));
    }
  }

  private void closeGroup() {
    PatternPart part = checked(group.close());
    if (enclosing.isEmpty()) {
      throw new InvalidPatternException("unexpected )", text.whole());
    }
    text.next();
    ignoreCase = group.ignoredCase;
    boolean captured = group.capturing;
    group = enclosing.pop();
    push(checked(captured ? part.captured() : part));
  }

  /** Reads {@code {n,m}}; anything else in braces is literal. */
  private boolean readCount(int start) {
    PatternCount count = PatternCount.read(text);
    if (count == null) {
      pushCharacter(text.next(), start);
      text.replaceSince(start, "\\{"); // RE2/J reads {* as a nested repetition
      return false;
    }
    if (!count.isWithin(MAX_REPEATS)) {
      throw new InvalidPatternException("invalid repeat count", text.since(start));
    }
    repeat(start, '{', count.min(), count.max());
    return true;
  }

  private void repeat(int start, int operator, int min, int max) {
    text.skip("?");
    if (lastRepeat >= 0) {
      throw new InvalidPatternException(
          "invalid nested repetition operator", text.since(lastRepeat));
    }
    PatternPart last = group.last;
    if (last == null) {
      throw new InvalidPatternException(
          "missing argument to repetition operator", text.since(start));
    }
    PatternPart repeated =
        switch (operator) {
          case '*' -> last.anyNumber();
          case '+' -> last.oneOrMore();
          case '?' -> last.optional();
          default -> last.repeated(min, max);
        };
    if (repeated.repeats() > MAX_REPEATS && repeated.size() <= MAX_SIZE_IN_GO) {
      throw new InvalidPatternException("invalid repeat count", text.since(start));
    }
    group.last = checked(repeated);
    checked(group.sequence());
  }

  private void readEscape() {
    switch (text.peek(1)) {
      case 'A', 'b', 'B', 'z' -> {
        text.moveTo(text.position() + 2);
        push(PatternPart.EMPTY);
      }
      case 'C' -> throw new InvalidPatternException("invalid escape sequence", "\\C");
      case 'Q' -> readQuoted();
      default -> {
        if (classes.skipGroup()) {
          push(PatternPart.CLASS);
        } else {
          int start = text.position();
          pushCharacter(escapes.read(), start);
        }
      }
    }
  }

  private void readQuoted() {
    int start = text.position();
    text.moveTo(start + 2);
    text.replaceSince(start, "");
    int end = text.indexOf("\\E");
    int stop = end < 0 ? text.whole().length() : end;
    while (text.position() < stop) {
      readQuotedCharacter();
    }
    int quotedEnd = text.position();
    text.skip("\\E");
    text.replaceSince(quotedEnd, "");
  }

  /** Reads a character of quoted text. Escapes punctuation for RE2/J. */
  private void readQuotedCharacter() {
    int start = text.position();
    int codePoint = text.next();
    if (codePoint < 0x80 && !PatternEscapes.isAlphanumeric(codePoint)) {
      text.replaceSince(start, "\\" + text.since(start));
    }
    pushCharacter(codePoint, start);
  }

  /** The content of a group that is not closed yet. */
  private static final class Group {
    private final boolean capturing;
    private final boolean ignoredCase;
    private @Nullable PatternPart alternatives;
    private @Nullable PatternPart sequence;

    /** The part that a repetition operator would apply to. */
    private @Nullable PatternPart last;

    private Group(boolean capturing, boolean ignoredCase) {
      this.capturing = capturing;
      this.ignoredCase = ignoredCase;
    }

    private void push(PatternPart part) {
      if (last != null) {
        sequence = sequence();
      }
      last = part;
    }

    private PatternPart sequence() {
      if (last == null) {
        return PatternPart.EMPTY;
      }
      if (sequence == null) {
        return last;
      }
      return sequence.joins(last) ? sequence.join(last) : sequence.then(last);
    }

    private void nextAlternative() {
      alternatives = close();
      sequence = null;
      last = null;
    }

    private PatternPart close() {
      return alternatives == null ? sequence() : alternatives.or(sequence());
    }
  }
}
