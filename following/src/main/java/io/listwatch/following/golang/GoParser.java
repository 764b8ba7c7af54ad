package io.listwatch.following.golang;

import io.listwatch.following.golang.GoToken.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Parses the declarations of one file from its tokens.
 *
 * <p>Not thread-safe; one instance parses one file.
 */
final class GoParser {
  private final TokenCursor cursor;
  private final GoTypeParser typeParser;

  private final Map<String, String> imports = new HashMap<>();
  private final List<GoTypeDeclaration> types = new ArrayList<>();
  private final List<GoConstant> constants = new ArrayList<>();
  private final List<GoFunction> functions = new ArrayList<>();

  GoParser(String file, String packageName, List<GoToken> tokens) {
    this.cursor = new TokenCursor(file, tokens);
    this.typeParser = new GoTypeParser(cursor, packageName, imports);
  }

  GoFile parse() {
    cursor.expect("package");
    cursor.word();
    while (!cursor.atEnd()) {
      readDeclaration();
    }
    return new GoFile(imports, types, constants, functions);
  }

  private void readDeclaration() {
    List<GoToken> comments = cursor.commentsAhead();
    if (cursor.skip("import")) {
      readGroup(comments, this::readImport);
    } else if (cursor.skip("type")) {
      readGroup(comments, this::readType);
    } else if (cursor.skip("const")) {
      readGroup(comments, this::readConstant);
    } else if (cursor.skip("var")) {
      readGroup(comments, this::skipVariable);
    } else if (cursor.skip("func")) {
      readFunction();
    } else if (!cursor.skip(";")) {
      throw cursor.unexpected();
    }
  }

  /** Reads one declaration, or several in parentheses. */
  private void readGroup(List<GoToken> comments, Consumer<List<String>> readOne) {
    if (!cursor.skip("(")) {
      readOne.accept(Markers.of(comments));
      return;
    }
    while (!cursor.skip(")")) {
      readOne.accept(Markers.of(cursor.commentsAhead()));
      cursor.skip(";");
    }
  }

  private void readImport(List<String> markers) {
    GoToken first = cursor.next();
    boolean named = first.kind() != Kind.STRING;
    String path = named ? cursor.next().text() : first.text();
    imports.put(named ? first.text() : path.substring(path.lastIndexOf('/') + 1), path);
  }

  /** Uses every comment since the previous declaration: code generators read detached ones too. */
  private void readType(List<String> markers) {
    String name = cursor.word();
    if (cursor.peek().is("[") && !cursor.peekSecond().is("]")) {
      // Skips type parameters: no type of the API has any.
      cursor.bracketed();
    }
    cursor.skip("=");
    if (cursor.peek().is("struct")) {
      types.add(new GoTypeDeclaration(name, GoType.STRUCT, typeParser.fields(), markers));
    } else {
      types.add(new GoTypeDeclaration(name, typeParser.type(), List.of(), markers));
    }
  }

  private void readConstant(List<String> markers) {
    String name = cursor.word();
    String type = "";
    if (cursor.sameLine() && !cursor.peek().is("=")) {
      type = typeParser.type().text();
    }
    if (cursor.sameLine() && cursor.skip("=")) {
      readValue(name, type, markers);
    }
    cursor.restOfStatement();
  }

  private void readValue(String name, String type, List<String> markers) {
    GoToken first = cursor.peek();
    if (first.kind() == Kind.WORD && cursor.peekSecond().is("(")) {
      // A conversion, as in Phase("Running").
      String converted = typeParser.type().text();
      cursor.next();
      constants.add(new GoConstant(name, converted, value(), markers));
      cursor.expect(")");
    } else if (first.kind() == Kind.STRING || first.kind() == Kind.WORD) {
      constants.add(new GoConstant(name, type, value(), markers));
    }
  }

  private String value() {
    GoToken first = cursor.peek();
    boolean literal =
        first.kind() == Kind.STRING
            || Character.isDigit(first.text().charAt(0))
            || first.is("true")
            || first.is("false");
    return literal ? literal(cursor.next()) : typeParser.type().text();
  }

  /**
   * Returns a literal as JSON. Strings of the API contain no characters that JSON escapes except
   * quotes and backslashes.
   */
  private static String literal(GoToken token) {
    return token.kind() == Kind.STRING
        ? '"' + token.text().replace("\\", "\\\\").replace("\"", "\\\"") + '"'
        : token.text();
  }

  private void skipVariable(List<String> markers) {
    cursor.next();
    cursor.restOfStatement();
  }

  private void readFunction() {
    String receiver = "";
    if (cursor.peek().is("(")) {
      List<GoToken> tokens = cursor.bracketed();
      receiver = tokens.get(tokens.size() - 1).text() + ".";
    }
    String name = receiver + cursor.word();
    if (cursor.peek().is("[")) {
      cursor.bracketed();
    }
    List<GoToken> parameters = cursor.bracketed();
    while (cursor.sameLine() && !cursor.peek().is("{")) {
      if (cursor.peek().is("(")) {
        cursor.bracketed();
      } else if (cursor.skip("interface") || cursor.skip("struct")) {
        cursor.bracketed();
      } else {
        cursor.next();
      }
    }
    List<GoToken> body = cursor.peek().is("{") ? cursor.bracketed() : List.of();
    functions.add(new GoFunction(name, parameters, body));
  }
}
