package io.listwatch.server.http.request;

import io.listwatch.selector.Quotation;
import io.listwatch.server.resource.ShardSelector;
import io.listwatch.server.resource.ShardSelector.Field;
import io.listwatch.server.resource.ShardSelector.Range;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses a {@code shardSelector}: calls of {@code shardRange(field, 'from', 'to')}, joined by
 * {@code ||}. kube-apiserver parses it as a CEL expression and then accepts nothing else, so this
 * reads that subset: a call, its arguments, parentheses around calls.
 *
 * <p>Every error is a 500 without a reason, as on kube-apiserver.
 */
final class ShardSelectorParser {
  private static final int MAX_RANGES = 1_000;
  private static final int DIGITS = 16;

  private final String text;
  private final List<Range> ranges = new ArrayList<>();
  private Field field = Field.UID;
  private int at;

  private ShardSelectorParser(String text) {
    this.text = text;
  }

  /** Parses the parameter; an empty one selects everything. */
  static ShardSelector parse(String text) {
    if (text.isEmpty()) {
      return ShardSelector.EVERYTHING;
    }
    if (text.isBlank()) {
      throw invalid("empty shard selector is not allowed; omit the parameter for unfiltered lists");
    }
    return new ShardSelectorParser(text).selector();
  }

  /**
   * Parentheses are only counted, because around calls joined by {@code ||} they have no effect.
   */
  private ShardSelector selector() {
    int open = 0;
    do {
      while (accept("(")) {
        open++;
      }
      range();
      while (open > 0 && accept(")")) {
        open--;
      }
    } while (accept("||"));
    skipSpace();
    if (open > 0 || at < text.length()) {
      throw syntaxError();
    }
    return new ShardSelector(field, ranges);
  }

  private void range() {
    String function = path();
    if (function.isEmpty()) {
      throw invalid("unexpected expression; expected shardRange() call or || operator");
    }
    if (!accept("(")) {
      throw invalid(
          "unexpected expression kind %d; expected shardRange() call or || operator"
              .formatted(function.contains(".") ? 7 : 3));
    }
    if (!function.equals("shardRange")) {
      throw invalid(
          "unsupported function %s; only shardRange() and || are allowed"
              .formatted(Quotation.of(function)));
    }
    Field named = field(path());
    expect(",");
    String start = bound("hexStart");
    expect(",");
    String end = bound("hexEnd");
    expect(")");
    add(named, start, end);
  }

  private void add(Field named, String start, String end) {
    if (!below(start, end)) {
      throw invalid("shard range start %s must be less than end %s".formatted(start, end));
    }
    if (!ranges.isEmpty() && named != field) {
      throw invalid(
          "all shard ranges must use the same field, got %s and %s"
              .formatted(Quotation.of(field.path()), Quotation.of(named.path())));
    }
    if (ranges.size() == MAX_RANGES) {
      throw invalid("more than %d shard ranges".formatted(MAX_RANGES));
    }
    field = named;
    ranges.add(Range.of(start, end));
  }

  private static boolean below(String start, String end) {
    return start.length() == end.length()
        ? start.compareTo(end) < 0
        : start.length() < end.length();
  }

  private static Field field(String path) {
    for (Field each : Field.values()) {
      if (each.path().equals(path)) {
        return each;
      }
    }
    if (path.isEmpty()) {
      throw invalid("shardRange() first argument: expected field path (e.g. object.metadata.uid)");
    }
    throw invalid(
        "unsupported field path %s; supported: object.metadata.uid, object.metadata.namespace"
            .formatted(Quotation.of(path)));
  }

  /** Reads a string literal and checks that it is a bound. */
  private String bound(String name) {
    skipSpace();
    char quote = at < text.length() ? text.charAt(at) : ' ';
    if (quote != '\'' && quote != '"') {
      throw invalid(name + " must be a string literal (e.g. '0xff')");
    }
    int end = text.indexOf(quote, at + 1);
    if (end < 0) {
      throw syntaxError();
    }
    String literal = text.substring(at + 1, end);
    at = end + 1;
    return checked(name, literal);
  }

  private static String checked(String name, String literal) {
    if (!literal.startsWith("0x")) {
      throw invalid("%s must have '0x' prefix, got %s".formatted(name, Quotation.of(literal)));
    }
    String digits = literal.substring(2);
    if (digits.isEmpty()) {
      throw invalid(name + ": hex value is required after '0x'");
    }
    if (digits.length() > DIGITS + 1) {
      throw invalid(
          "%s: hex value too long (%d chars, max 17): %s"
              .formatted(name, digits.length(), Quotation.of(digits)));
    }
    digits
        .codePoints()
        .filter(c -> "0123456789abcdef".indexOf(c) < 0)
        .findFirst()
        .ifPresent(
            c -> {
              throw invalid(
                  "%s: invalid hex character %s in %s"
                      .formatted(name, Quotation.of(Character.toString(c)), Quotation.of(literal)));
            });
    if (digits.length() > DIGITS && !literal.equals(Range.LIMIT)) {
      throw invalid(
          "%s: 17-digit hex value must be '%s' (2^64), got %s"
              .formatted(name, Range.LIMIT, Quotation.of(literal)));
    }
    if (digits.length() < DIGITS) {
      String padded = "0x" + "0".repeat(DIGITS - digits.length()) + digits;
      throw invalid(
          "%s must be a 0x-prefixed 16-digit hex value, got %s (did you mean %s?)"
              .formatted(name, Quotation.of(literal), Quotation.of(padded)));
    }
    return literal;
  }

  /** Reads names joined by dots; empty if there is none. */
  private String path() {
    skipSpace();
    int start = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || "_.".indexOf(text.charAt(at)) >= 0)) {
      at++;
    }
    return text.substring(start, at);
  }

  private boolean accept(String token) {
    skipSpace();
    boolean found = text.startsWith(token, at);
    at += found ? token.length() : 0;
    return found;
  }

  private void expect(String token) {
    if (!accept(token)) {
      throw token.equals(")") || at == text.length()
          ? syntaxError()
          : invalid("shardRange() requires exactly 3 arguments");
    }
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private RuntimeException syntaxError() {
    return invalid("CEL parse error: Syntax error at character " + at);
  }

  private static RuntimeException invalid(String problem) {
    return RequestErrors.unexplained("invalid shard selector: " + problem);
  }
}
