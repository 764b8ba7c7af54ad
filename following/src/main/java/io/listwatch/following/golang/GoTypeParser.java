package io.listwatch.following.golang;

import io.listwatch.following.golang.GoToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Parses type expressions and the fields of structs, with names as in {@link GoType}. */
final class GoTypeParser {
  private static final Set<String> PREDECLARED =
      Set.of(
          "any", "bool", "byte", "error", "float32", "float64", "int", "int8", "int16", "int32",
          "int64", "rune", "string", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr");

  /** Types that have no values in the API; their content is skipped. */
  private static final Set<String> OPAQUE = Set.of("chan", "func", "interface");

  private final TokenCursor cursor;
  private final String packageName;
  private final Map<String, String> imports;

  GoTypeParser(TokenCursor cursor, String packageName, Map<String, String> imports) {
    this.cursor = cursor;
    this.packageName = packageName;
    this.imports = imports;
  }

  GoType type() {
    return new GoType(text());
  }

  private String text() {
    if (cursor.skip("*")) {
      return "*" + text();
    }
    if (cursor.skip("[")) {
      return list();
    }
    if (cursor.peek().is("struct")) {
      fields();
      return GoType.STRUCT.text();
    }
    String first = cursor.word();
    if (first.equals("map")) {
      return map();
    }
    if (OPAQUE.contains(first)) {
      cursor.restOfStatement();
      return first;
    }
    String name = cursor.skip(".") ? imported(first) : local(first);
    if (cursor.sameLine() && cursor.peek().is("[")) {
      // Skips type arguments: no type of the API has any.
      cursor.bracketed();
    }
    return name;
  }

  private String list() {
    while (!cursor.skip("]")) {
      // Skips the length of an array.
      cursor.next();
    }
    return "[]" + text();
  }

  private String map() {
    cursor.expect("[");
    String key = text();
    cursor.expect("]");
    return "map[" + key + "]" + text();
  }

  private String imported(String name) {
    return GoFile.shortName(imports.getOrDefault(name, name)) + "." + cursor.word();
  }

  private String local(String name) {
    return PREDECLARED.contains(name) ? name : packageName + "." + name;
  }

  /** Returns the fields of the struct at the cursor. */
  List<GoField> fields() {
    var fields = new ArrayList<GoField>();
    cursor.expect("struct");
    cursor.expect("{");
    while (!cursor.skip("}")) {
      readField(fields);
      cursor.skip(";");
    }
    return fields;
  }

  private void readField(List<GoField> fields) {
    List<String> markers = Markers.of(closest(cursor.commentsAhead(), cursor.peek().line()));
    var names = new ArrayList<String>();
    if (!isEmbedded()) {
      do {
        names.add(cursor.word());
      } while (cursor.skip(","));
    }
    GoType type = type();
    boolean tagged = cursor.sameLine() && cursor.peek().kind() == Kind.STRING;
    String tag = tagged ? cursor.next().text() : "";
    if (names.isEmpty()) {
      names.add("");
    }
    names.forEach(name -> fields.add(new GoField(name, type, tag, markers)));
  }

  private boolean isEmbedded() {
    GoToken second = cursor.peekSecond();
    return cursor.peek().is("*")
        || second.is(".")
        || second.is("}")
        || second.kind() == Kind.STRING
        || second.line() != cursor.peek().line();
  }

  /** Returns the comment lines directly above a line. Other comments belong to no field. */
  private static List<GoToken> closest(List<GoToken> comments, int line) {
    int first = comments.size();
    int expected = line - 1;
    while (first > 0 && lastLine(comments.get(first - 1)) == expected) {
      first--;
      expected = comments.get(first).line() - 1;
    }
    return comments.subList(first, comments.size());
  }

  private static int lastLine(GoToken comment) {
    return comment.line() + (int) comment.text().chars().filter(each -> each == '\n').count();
  }
}
