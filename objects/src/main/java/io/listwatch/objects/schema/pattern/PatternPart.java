package io.listwatch.objects.schema.pattern;

/**
 * A node of a pattern's syntax tree, reduced to the numbers that are limited.
 *
 * @param size the maximum number of instructions
 * @param height the height of the tree, as Go counts it
 * @param depth the depth of the tree with expanded repetitions, as in {@code (x(x)?)?}
 * @param repeats the largest product of nested counted repetitions
 */
record PatternPart(
    Kind kind, long size, int height, int depth, int repeats, EmptySteps emptySteps) {
  static final PatternPart CHARACTER = leaf(Kind.CHARACTER, EmptySteps.CHARACTER);

  /** A case-insensitive literal. It is not joined with a case-sensitive one. */
  static final PatternPart FOLDED_CHARACTER = leaf(Kind.FOLDED_CHARACTER, EmptySteps.CHARACTER);

  static final PatternPart CLASS = leaf(Kind.CLASS, EmptySteps.CHARACTER);
  static final PatternPart EMPTY = leaf(Kind.OTHER, EmptySteps.NONE);

  private static PatternPart leaf(Kind kind, EmptySteps steps) {
    return new PatternPart(kind, 1, 1, 1, 1, steps);
  }

  /** Go's parser joins adjacent literals into one node. */
  boolean joins(PatternPart next) {
    return next.kind == Kind.CHARACTER
        ? kind == Kind.CHARACTER || kind == Kind.LITERAL
        : next.kind == Kind.FOLDED_CHARACTER
            && (kind == Kind.FOLDED_CHARACTER || kind == Kind.FOLDED_LITERAL);
  }

  PatternPart join(PatternPart next) {
    Kind joined = next.kind == Kind.CHARACTER ? Kind.LITERAL : Kind.FOLDED_LITERAL;
    return new PatternPart(joined, size + next.size, 1, 1, 1, emptySteps.then(next.emptySteps));
  }

  PatternPart then(PatternPart next) {
    return new PatternPart(
        Kind.SEQUENCE,
        size + next.size,
        1 + Math.max(inner(height, Kind.SEQUENCE), next.inner(next.height, Kind.SEQUENCE)),
        1 + Math.max(inner(depth, Kind.SEQUENCE), next.inner(next.depth, Kind.SEQUENCE)),
        Math.max(repeats, next.repeats),
        emptySteps.then(next.emptySteps));
  }

  PatternPart or(PatternPart next) {
    if (isCharacterClass() && next.isCharacterClass()) {
      return CLASS;
    }
    return new PatternPart(
        Kind.ALTERNATIVES,
        size + next.size + 1,
        1 + Math.max(inner(height, Kind.ALTERNATIVES), next.inner(next.height, Kind.ALTERNATIVES)),
        1 + Math.max(inner(depth, Kind.ALTERNATIVES), next.inner(next.depth, Kind.ALTERNATIVES)),
        Math.max(repeats, next.repeats),
        emptySteps.or(next.emptySteps));
  }

  private boolean isCharacterClass() {
    return kind == Kind.CHARACTER || kind == Kind.FOLDED_CHARACTER || kind == Kind.CLASS;
  }

  /** A sequence in a sequence is merged into it, and so are alternatives in alternatives. */
  private int inner(int levels, Kind outer) {
    return kind == outer ? levels - 1 : levels;
  }

  PatternPart captured() {
    return new PatternPart(Kind.OTHER, size + 2, height + 1, depth + 1, repeats, emptySteps);
  }

  PatternPart optional() {
    return over(size + 1, emptySteps.optional());
  }

  PatternPart oneOrMore() {
    return over(size + 1, emptySteps.oneOrMore());
  }

  PatternPart anyNumber() {
    return over(size + 2, emptySteps.anyNumber());
  }

  private PatternPart over(long newSize, EmptySteps steps) {
    return new PatternPart(Kind.OTHER, newSize, height + 1, depth + 1, repeats, steps);
  }

  /** Returns {@code x{min,max}}; max is negative if there is no limit. */
  PatternPart repeated(int min, int max) {
    if (max == 0) {
      return new PatternPart(Kind.OTHER, 1, height + 1, depth + 1, 1, EmptySteps.NONE);
    }
    int copies = Math.max(1, max < 0 ? min : max);
    int optional = Math.max(0, max - min);
    return new PatternPart(
        Kind.OTHER,
        copies * size + optional + 2,
        height + 1,
        depth + 1 + 2 * optional,
        copies * repeats,
        emptySteps.repeated(min, max));
  }

  enum Kind {
    CHARACTER,
    LITERAL,
    FOLDED_CHARACTER,
    FOLDED_LITERAL,
    CLASS,
    SEQUENCE,
    ALTERNATIVES,
    OTHER
  }
}
