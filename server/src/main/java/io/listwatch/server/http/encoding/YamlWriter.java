package io.listwatch.server.http.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.json.JsonValue;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes a JSON tree as block-style YAML: members sorted, lists not indented, ambiguous strings
 * quoted.
 */
final class YamlWriter {
  /**
   * Strings that every YAML 1.1 and 1.2 parser reads as strings. Possessive, so that a long string
   * needs no deep stack.
   */
  private static final Pattern PLAIN =
      Pattern.compile("(?!\\.\\d)[A-Za-z_./][A-Za-z0-9_./@+-]*(?: [A-Za-z0-9_./@+-]+)*+");

  /** Words that some YAML parser reads as a boolean, null or a number. */
  private static final Set<String> WORDS =
      Set.of(
          "true", "false", "yes", "no", "on", "off", "y", "n", "null", "~", ".nan", ".inf", "nan",
          "inf", ".", "..");

  private final OutputStream out;

  YamlWriter(OutputStream out) {
    this.out = out;
  }

  void document(JsonValue tree) throws IOException {
    if (tree.isObject() && !tree.isEmpty()) {
      members(tree, name -> true);
    } else {
      scalarOrEmpty(tree);
      endLine();
    }
  }

  /** Writes the members of a top-level object that pass the filter. */
  void members(JsonValue object, Predicate<String> wanted) throws IOException {
    for (String name : sortedNames(object)) {
      if (wanted.test(name)) {
        member(name, object.get(name), 0);
      }
    }
  }

  private static Set<String> sortedNames(JsonValue object) {
    var names = new TreeSet<String>();
    names.addAll(object.fieldNames());
    return names;
  }

  /** Starts a top-level member. The caller writes its value. */
  void name(String name) throws IOException {
    write(quoted(name) + ":");
  }

  void endLine() throws IOException {
    out.write('\n');
  }

  void emptyList() throws IOException {
    write(" []\n");
  }

  /** Writes an element of a top-level list. */
  void element(JsonValue value) throws IOException {
    element(value, 0);
  }

  private void element(JsonValue value, int indent) throws IOException {
    indent(indent);
    write("- ");
    if (value.isObject() && !value.isEmpty()) {
      boolean first = true;
      for (String name : sortedNames(value)) {
        if (!first) {
          indent(indent + 2);
        }
        first = false;
        memberAfterIndent(name, value.get(name), indent + 2);
      }
    } else if (value.isArray() && !value.isEmpty()) {
      endLine();
      for (JsonValue each : value) {
        element(each, indent + 2);
      }
    } else {
      scalarOrEmpty(value);
      endLine();
    }
  }

  private void member(String name, @Nullable JsonValue value, int indent) throws IOException {
    indent(indent);
    memberAfterIndent(name, value, indent);
  }

  private void memberAfterIndent(String name, @Nullable JsonValue value, int indent)
      throws IOException {
    name(name);
    if (value != null && value.isObject() && !value.isEmpty()) {
      endLine();
      for (String each : sortedNames(value)) {
        member(each, value.get(each), indent + 2);
      }
    } else if (value != null && value.isArray() && !value.isEmpty()) {
      endLine();
      for (JsonValue each : value) {
        element(each, indent);
      }
    } else {
      write(" ");
      scalarOrEmpty(value);
      endLine();
    }
  }

  private void scalarOrEmpty(@Nullable JsonValue value) throws IOException {
    if (value == null || value.isNull()) {
      write("null");
    } else if (value.isText()) {
      write(quoted(value.textValue()));
    } else {
      write(value.toString());
    }
  }

  private static String quoted(String text) {
    boolean plain = PLAIN.matcher(text).matches() && !WORDS.contains(text.toLowerCase(Locale.ROOT));
    return plain ? text : printable(new JsonBuilder().value(text).toString());
  }

  /**
   * Escapes characters that JSON allows unescaped and YAML does not: other control characters and
   * non-characters.
   */
  private static String printable(String json) {
    var yaml = new StringBuilder(json.length());
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if ((c >= 0x7f && c < 0xa0) || c == 0xfeff || c >= 0xfffe) {
        yaml.append("\\u%04x".formatted((int) c));
      } else {
        yaml.append(c);
      }
    }
    return yaml.toString();
  }

  private void indent(int columns) throws IOException {
    write(" ".repeat(columns));
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(UTF_8));
  }
}
