package io.listwatch.following.facts;

import static java.util.stream.Collectors.joining;

import io.listwatch.following.golang.GoToken;
import io.listwatch.following.golang.GoToken.Kind;
import io.listwatch.following.golang.TokenCursor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads simple Go expressions as JSON: literals, constants, conversions, pointers to them, empty
 * structs and lists of these.
 */
final class ExpressionReader {
  private static final Set<String> CONTROL = Set.of("if", "for", "switch");

  private final ConstantLookup constants;

  ExpressionReader(ConstantLookup constants) {
    this.constants = constants;
  }

  /**
   * Returns the value that a block without branches assigns to a path, or through a pointer at the
   * path.
   */
  @Nullable String assigned(String file, List<GoToken> path, List<GoToken> block) {
    String wanted = text(path);
    var locals = new HashMap<String, List<GoToken>>();
    List<GoToken> value = null;
    var cursor = new TokenCursor(file, block);
    while (!cursor.atEnd()) {
      if (CONTROL.contains(cursor.peek().text())) {
        return null;
      }
      List<GoToken> statement = statement(cursor);
      int assignment = indexOf(statement, "=");
      int declaration = indexOf(statement, ":=");
      if (declaration == 1) {
        locals.put(statement.get(0).text(), statement.subList(2, statement.size()));
      } else if (assignment > 0) {
        String target = text(statement.subList(0, assignment));
        if (Set.of(wanted, "*" + wanted, "*(" + wanted + ")").contains(target)) {
          value = statement.subList(assignment + 1, statement.size());
        }
      }
    }
    return value == null ? null : json(value, locals);
  }

  private static List<GoToken> statement(TokenCursor cursor) {
    var tokens = new ArrayList<GoToken>();
    tokens.add(cursor.next());
    tokens.addAll(cursor.restOfStatement());
    return tokens;
  }

  private static int indexOf(List<GoToken> tokens, String symbol) {
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i).is(symbol)) {
        return i;
      }
    }
    return -1;
  }

  private static String text(List<GoToken> tokens) {
    return tokens.stream().map(GoToken::text).collect(joining());
  }

  private @Nullable String json(List<GoToken> tokens, Map<String, List<GoToken>> locals) {
    if (tokens.isEmpty()) {
      return null;
    }
    GoToken first = tokens.get(0);
    GoToken last = tokens.get(tokens.size() - 1);
    if (first.is("&")) {
      return json(tokens.subList(1, tokens.size()), locals);
    }
    if (tokens.size() == 1 && locals.containsKey(first.text())) {
      return json(locals.getOrDefault(first.text(), List.of()), Map.of());
    }
    if (last.is("}")) {
      return composite(tokens, locals);
    }
    if (last.is(")")) {
      return call(tokens, locals);
    }
    return tokens.size() == 1 ? literal(first) : constants.value(text(tokens));
  }

  private @Nullable String literal(GoToken token) {
    if (token.kind() == Kind.STRING) {
      return '"' + token.text() + '"';
    }
    if (token.is("true") || token.is("false")) {
      return token.text();
    }
    return Character.isDigit(token.text().charAt(0))
        ? Constants.json(token.text())
        : constants.value(token.text());
  }

  /** Reads an empty struct or a list. */
  private @Nullable String composite(List<GoToken> tokens, Map<String, List<GoToken>> locals) {
    int open = indexOf(tokens, "{");
    List<GoToken> inside = tokens.subList(open + 1, tokens.size() - 1);
    if (!tokens.get(0).is("[")) {
      return inside.isEmpty() ? "{}" : null;
    }
    var items = new ArrayList<String>();
    var item = new ArrayList<GoToken>();
    for (GoToken token : inside) {
      if (!token.is(",")) {
        item.add(token);
        continue;
      }
      items.add(String.valueOf(json(item, locals)));
      item.clear();
    }
    if (!item.isEmpty()) {
      items.add(String.valueOf(json(item, locals)));
    }
    return items.contains("null") ? null : "[" + String.join(",", items) + "]";
  }

  /** Reads the argument of a conversion, or of a function that wraps it in a pointer or a union. */
  private @Nullable String call(List<GoToken> tokens, Map<String, List<GoToken>> locals) {
    int open = indexOf(tokens, "(");
    return json(tokens.subList(open + 1, tokens.size() - 1), locals);
  }

  /** Looks up constants by their names in a file. */
  interface ConstantLookup {
    /** Returns the JSON value of a constant, or null if it is unknown. */
    @Nullable String value(String name);
  }
}
