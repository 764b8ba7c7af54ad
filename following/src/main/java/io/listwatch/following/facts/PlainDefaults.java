package io.listwatch.following.facts;

import io.listwatch.following.facts.MemberPaths.Place;
import io.listwatch.following.golang.GoFunction;
import io.listwatch.following.golang.GoToken;
import io.listwatch.following.golang.GoToken.Kind;
import io.listwatch.following.golang.TokenCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads from a defaulting function the values that depend only on the absence of their member, as
 * in {@code if obj.Replicas == nil { obj.Replicas = ptr.To[int32](1) }}. The function may also
 * require that an enclosing object is present. Values under any other condition are skipped.
 *
 * <p>Not thread-safe; one instance reads one function.
 */
final class PlainDefaults {
  private final String file;
  private final MemberPaths paths;
  private final ExpressionReader expressions;
  private final SortedMap<String, SortedMap<String, String>> found;

  /**
   * @param found receives the values as JSON, by type, then by member
   */
  PlainDefaults(
      String file,
      MemberPaths paths,
      ExpressionReader expressions,
      SortedMap<String, SortedMap<String, String>> found) {
    this.file = file;
    this.paths = paths;
    this.expressions = expressions;
    this.found = found;
  }

  /** Reads a function whose only parameter is a pointer to a type of the package. */
  void read(String packageName, GoFunction function) {
    List<GoToken> parameters = function.parameters();
    if (function.name().startsWith("SetDefaults_") && parameters.size() > 2) {
      String type = parameters.get(parameters.size() - 1).text();
      paths.declare(parameters.get(0).text(), packageName + "." + type);
      readBlock(function.body());
    }
  }

  private void readBlock(List<GoToken> tokens) {
    var cursor = new TokenCursor(file, tokens);
    while (!cursor.atEnd()) {
      if (cursor.skip("if")) {
        readIf(cursor);
      } else if (cursor.skip("for")) {
        header(cursor);
        readBlock(cursor.bracketed());
      } else {
        readStatement(cursor);
      }
    }
  }

  private void readIf(TokenCursor cursor) {
    List<GoToken> condition = header(cursor);
    List<GoToken> body = cursor.bracketed();
    int operator = condition.size() - 2;
    if (operator > 0) {
      List<GoToken> path = withoutLength(condition.subList(0, operator));
      GoToken compared = condition.get(operator + 1);
      if (condition.get(operator).is("!=") && compared.is("nil")) {
        paths.find(path).ifPresent(place -> readBlock(body));
      } else if (condition.get(operator).is("==") && isEmpty(compared)) {
        paths.find(path).ifPresent(place -> readDefault(place, path, body));
      }
    }
    if (cursor.skip("else")) {
      header(cursor);
      cursor.bracketed();
    }
  }

  private static List<GoToken> header(TokenCursor cursor) {
    var tokens = new ArrayList<GoToken>();
    while (!cursor.peek().is("{")) {
      tokens.add(cursor.next());
    }
    return tokens;
  }

  private static boolean isEmpty(GoToken token) {
    return token.is("nil")
        || token.is("0")
        || (token.kind() == Kind.STRING && token.text().isEmpty());
  }

  /** Returns {@code obj.Type} for {@code len(obj.Type)}. */
  private static List<GoToken> withoutLength(List<GoToken> tokens) {
    return tokens.get(0).is("len") ? tokens.subList(2, tokens.size() - 1) : tokens;
  }

  private void readDefault(Place place, List<GoToken> path, List<GoToken> body) {
    String value = expressions.assigned(file, path, body);
    if (value != null && !place.shared()) {
      found.computeIfAbsent(place.owner(), absent -> new TreeMap<>()).put(place.member(), value);
    }
  }

  /** Declares the variable of a statement such as {@code spec := &obj.Spec}. */
  private void readStatement(TokenCursor cursor) {
    GoToken name = cursor.next();
    boolean declares = cursor.skip(":=");
    cursor.skip("&");
    List<GoToken> path = cursor.restOfStatement();
    if (declares) {
      paths.find(path).ifPresent(place -> paths.declare(name.text(), place));
    }
  }
}
