package io.listwatch.json;

import java.util.List;
import java.util.Random;

/**
 * Generates JSON in every notation it allows: white space, escapes, numbers, members in any order
 * and some of them twice. The same random source generates the same documents.
 */
public final class RandomJson {
  private static final List<String> NAMES = List.of("a", "b", "c", "a.b", "", "ä", "x y");
  private static final List<String> NUMBERS =
      List.of("0", "-0", "1", "-17", "3.50", "1e3", "1E-2", "2.5e+1", "123456789012345678901");
  private static final String ALPHABET = "abc /\"\\{}[],:\n\t\u0001\u007fäß€\u2028😀𝄞";
  private static final int MAX_DEPTH = 5;

  private final Random random;

  public RandomJson(Random random) {
    this.random = random;
  }

  /** Returns any value. */
  public String value() {
    return value(0);
  }

  private String value(int depth) {
    return switch (random.nextInt(depth < MAX_DEPTH ? 8 : 5)) {
      case 0 -> "null";
      case 1 -> Boolean.toString(random.nextBoolean());
      case 2 -> oneOf(NUMBERS);
      case 3, 4 -> string();
      case 5 -> array(depth);
      default -> object(depth);
    };
  }

  private String array(int depth) {
    var json = new StringBuilder("[");
    int size = random.nextInt(4);
    for (int i = 0; i < size; i++) {
      json.append(i == 0 ? "" : ",").append(space()).append(value(depth + 1)).append(space());
    }
    return json.append(space()).append(']').toString();
  }

  private String object(int depth) {
    var json = new StringBuilder("{");
    int size = random.nextInt(5);
    for (int i = 0; i < size; i++) {
      json.append(i == 0 ? "" : ",");
      json.append(member(string(oneOf(NAMES)), value(depth + 1)));
    }
    return json.append(space()).append('}').toString();
  }

  /** Returns a member with white space around its parts. */
  public String member(String quotedName, String value) {
    return space() + quotedName + space() + ":" + space() + value + space();
  }

  /** Returns any string. */
  public String string() {
    int[] characters = ALPHABET.codePoints().toArray();
    var text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      text.appendCodePoint(characters[random.nextInt(characters.length)]);
    }
    return string(text.toString());
  }

  /**
   * Returns the string in quotes, each of its characters literally or in one of its escaped forms.
   */
  public String string(String text) {
    var json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean must = c == '"' || c == '\\' || c < ' ';
      // Escape both surrogates or neither, because a lone one cannot be encoded in UTF-8.
      boolean may = !Character.isSurrogate(c) && random.nextInt(8) == 0;
      json.append(must || may ? escape(c) : String.valueOf(c));
    }
    return json.append('"').toString();
  }

  private String escape(char c) {
    int known = "\"\\/\b\f\n\r\t".indexOf(c);
    if (known >= 0 && random.nextBoolean()) {
      return "\\" + "\"\\/bfnrt".charAt(known);
    }
    return (random.nextBoolean() ? "\\u%04x" : "\\u%04X").formatted((int) c);
  }

  private String space() {
    return random.nextInt(4) == 0 ? oneOf(List.of(" ", "\n", "\t", "\r\n", "  ")) : "";
  }

  private String oneOf(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** Returns the bytes with a few of them changed, removed, doubled or moved. */
  public byte[] mutated(byte[] bytes) {
    byte[] mutant = bytes.clone();
    for (int i = random.nextInt(3); i >= 0 && mutant.length > 0; i--) {
      int at = random.nextInt(mutant.length);
      switch (random.nextInt(4)) {
        case 0 -> mutant[at] = (byte) random.nextInt(256);
        case 1 -> mutant[at] = (byte) "{}[]\",:\\0u ".charAt(random.nextInt(11));
        case 2 -> mutant[at] = mutant[random.nextInt(mutant.length)];
        default -> mutant = moved(mutant, at);
      }
    }
    return mutant;
  }

  /** Returns a copy in which some bytes are missing or doubled. */
  private byte[] moved(byte[] bytes, int from) {
    int to = random.nextInt(bytes.length);
    var result = new byte[to + bytes.length - from];
    System.arraycopy(bytes, 0, result, 0, to);
    System.arraycopy(bytes, from, result, to, bytes.length - from);
    return result;
  }
}
