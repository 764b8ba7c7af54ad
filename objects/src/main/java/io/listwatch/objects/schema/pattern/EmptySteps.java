package io.listwatch.objects.schema.pattern;

/**
 * The lengths of the longest paths through a part of a compiled pattern, in instructions that RE2/J
 * follows without reading a character. RE2/J follows them recursively, with one stack frame for
 * each.
 *
 * @param enter the longest path from the beginning of the part to anywhere within it
 * @param pass the longest path from the beginning to the end; negative if the part cannot match the
 *     empty string
 * @param leave the longest path from a character that was read in the part to its end
 * @param most the longest of all paths within the part
 */
record EmptySteps(long enter, long pass, long leave, long most) {
  /** A part that reads one character. */
  static final EmptySteps CHARACTER = new EmptySteps(1, -1, 0, 1);

  /** A part that matches without reading a character, such as {@code ^}. */
  static final EmptySteps NONE = new EmptySteps(1, 1, 0, 1);

  boolean nullable() {
    return pass >= 0;
  }

  EmptySteps then(EmptySteps next) {
    return new EmptySteps(
        nullable() ? Math.max(enter, pass + next.enter) : enter,
        nullable() && next.nullable() ? pass + next.pass : -1,
        next.nullable() ? Math.max(next.leave, leave + next.pass) : next.leave,
        Math.max(Math.max(most, next.most), leave + next.enter));
  }

  /** Returns the steps of {@code x|y}: alternatives are tried one after the other. */
  EmptySteps or(EmptySteps other) {
    return new EmptySteps(
        1 + Math.max(enter, other.enter),
        nullable() || other.nullable() ? 1 + Math.max(pass, other.pass) : -1,
        Math.max(leave, other.leave),
        1 + Math.max(most, other.most));
  }

  EmptySteps optional() {
    return optional(1);
  }

  /** Returns the steps of {@code (x(x(x)?)?)?}, the expansion of {@code x{0,3}}. */
  private EmptySteps optional(int copies) {
    long others = nullable() ? (copies - 1) * (1 + pass) : 0;
    long tail = copies > 1 ? 1 : 0;
    return new EmptySteps(
        others + 1 + enter,
        others + 1 + Math.max(0, pass),
        leave + others + tail,
        Math.max(most + 1, leave + others + 1 + enter));
  }

  /** An instruction is followed once, so a jump back to the beginning ends there. */
  EmptySteps oneOrMore() {
    return new EmptySteps(
        Math.max(enter, pass + 1),
        nullable() ? pass + 1 : -1,
        leave + 1,
        Math.max(Math.max(most, pass + 1), leave + 1 + enter));
  }

  EmptySteps anyNumber() {
    return oneOrMore().optional();
  }

  private EmptySteps times(int copies) {
    long between = nullable() ? (copies - 1) * pass : 0;
    return new EmptySteps(
        between + enter,
        nullable() ? copies * pass : -1,
        leave + between,
        copies > 1 ? Math.max(most, leave + between + enter) : most);
  }

  /** Returns the steps of {@code x{min,max}}; max is not 0, and negative if there is no limit. */
  EmptySteps repeated(int min, int max) {
    if (max < 0) {
      return min == 0 ? anyNumber() : min == 1 ? oneOrMore() : times(min - 1).then(oneOrMore());
    }
    if (min == max) {
      return times(min);
    }
    EmptySteps rest = optional(max - min);
    return min == 0 ? rest : times(min).then(rest);
  }
}
