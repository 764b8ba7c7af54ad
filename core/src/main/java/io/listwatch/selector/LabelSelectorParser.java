package io.listwatch.selector;

import io.listwatch.selector.LabelRequirement.Operator;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses a label selector, with one token of lookahead.
 *
 * <pre>
 *   selector    = [ requirement { "," requirement } ]
 *   requirement = "!" key | key | key comparison [ value ] | key membership "(" values ")"
 *   comparison  = "=" | "==" | "!=" | "&gt;" | "&lt;"
 *   membership  = "in" | "notin"
 *   values      = [ value ] { "," [ value ] }
 * </pre>
 */
final class LabelSelectorParser {
  private final LabelSelectorLexer lexer;
  private String next;

  LabelSelectorParser(String text) {
    lexer = new LabelSelectorLexer(text);
    next = lexer.next();
  }

  List<LabelRequirement> parse() {
    var requirements = new ArrayList<LabelRequirement>();
    if (next.isEmpty()) {
      return requirements;
    }
    if (!atRequirement()) {
      throw unexpected(next, "!, identifier, or 'end of string'");
    }
    do {
      requirements.add(requirement());
    } while (another());
    return requirements;
  }

  private boolean atRequirement() {
    return next.equals("!") || LabelSelectorLexer.isWord(next);
  }

  private boolean another() {
    String token = take();
    if (token.isEmpty()) {
      return false;
    }
    if (!token.equals(",")) {
      throw unexpected(token, "',' or 'end of string'");
    }
    if (!atRequirement()) {
      throw unexpected(next, "identifier after ','");
    }
    return true;
  }

  private LabelRequirement requirement() {
    try {
      return next.equals("!") ? absence() : presence();
    } catch (InvalidSelectorException problem) {
      throw new InvalidSelectorException(
          "unable to parse requirement: " + problem.getMessage(), problem);
    }
  }

  private LabelRequirement absence() {
    take();
    return new LabelRequirement(key(), Operator.DOES_NOT_EXIST, List.of());
  }

  private LabelRequirement presence() {
    String key = key();
    if (atEndOfRequirement()) {
      return new LabelRequirement(key, Operator.EXISTS, List.of());
    }
    Operator operator = operator();
    return new LabelRequirement(key, operator, operator.membership() ? values() : List.of(value()));
  }

  private String key() {
    String key = word();
    // kube-apiserver has no field path at this point and prints {@code <nil>}.
    List<String> violations = LabelSyntax.keyViolations(key);
    if (!violations.isEmpty()) {
      throw new InvalidSelectorException(LabelSyntax.invalid("<nil>", key, violations));
    }
    return key;
  }

  private Operator operator() {
    String token = take();
    return switch (token) {
      case "in" -> Operator.IN;
      case "notin" -> Operator.NOT_IN;
      case "=" -> Operator.EQUALS;
      case "==" -> Operator.DOUBLE_EQUALS;
      case "!=" -> Operator.NOT_EQUALS;
      case ">" -> Operator.GREATER_THAN;
      case "<" -> Operator.LESS_THAN;
      default -> throw unexpected(token, "in, notin, =, ==, !=, gt, lt");
    };
  }

  private String value() {
    return atEndOfRequirement() ? "" : word();
  }

  private List<String> values() {
    String opening = take();
    if (!opening.equals("(")) {
      throw new InvalidSelectorException("found '" + opening + "' expected: '('");
    }
    if (!next.equals(")") && !next.equals(",") && !LabelSelectorLexer.isWord(next)) {
      throw unexpected(next, "',', ')' or identifier");
    }
    var values = new ArrayList<String>();
    do {
      values.add(valueInList());
    } while (anotherValue());
    return values;
  }

  /** Returns a word, or the empty value if a comma or the closing parenthesis follows at once. */
  private String valueInList() {
    if (next.equals(",") || next.equals(")")) {
      return "";
    }
    if (!LabelSelectorLexer.isWord(next)) {
      throw unexpected(next, "',', or identifier");
    }
    return take();
  }

  private boolean anotherValue() {
    if (!next.equals(",") && !next.equals(")")) {
      throw unexpected(next, "',' or ')'");
    }
    return take().equals(",");
  }

  private String word() {
    String token = take();
    if (!LabelSelectorLexer.isWord(token)) {
      throw unexpected(token, "identifier");
    }
    return token;
  }

  private boolean atEndOfRequirement() {
    return next.isEmpty() || next.equals(",");
  }

  private String take() {
    String token = next;
    next = lexer.next();
    return token;
  }

  private static InvalidSelectorException unexpected(String token, String expected) {
    return new InvalidSelectorException("found '" + token + "', expected: " + expected);
  }
}
