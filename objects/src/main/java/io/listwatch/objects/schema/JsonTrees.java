package io.listwatch.objects.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON into trees that may be edited, within limits. Numbers keep their value exactly: whole
 * ones are integers of any size, others decimals. Text that is not Unicode is repaired with U+FFFD,
 * as the reference does.
 *
 * <p>Thread-safe.
 */
public final class JsonTrees {
  /** How deep values may nest: far beyond any object, far below what would exhaust a stack. */
  public static final int MAX_DEPTH = 500;

  private static final int MAX_NUMBER_LENGTH = 400;

  /** Most trees that are written as text are a value or a few members. */
  private static final int EXPECTED_TEXT = 128;

  /** More are not told of: nobody reads them, and each is a text of its own. */
  private static final int MAX_DUPLICATES = 100;

  private static final char REPLACEMENT = '\uFFFD';

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(MAX_NUMBER_LENGTH)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          // Keys of maps are the clients' own: remembering them would let a client fill the table.
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  private JsonTrees() {}

  /**
   * A text as a tree.
   *
   * @throws MalformedJsonException if it is not one JSON value, or passes a limit
   */
  public static JsonNode read(String text) {
    return parse(text).tree();
  }

  /** The same for UTF-8. Bytes that are not UTF-8 are read as U+FFFD. */
  public static JsonNode read(byte[] utf8) {
    return parse(utf8).tree();
  }

  /** A text as a tree, and what was given more than once in it. */
  public static Parsed parse(byte[] utf8) {
    return parse(new String(utf8, StandardCharsets.UTF_8), () -> utf8);
  }

  /** A text as a tree, and what was given more than once in it. */
  public static Parsed parse(String text) {
    return parse(text, () -> text.getBytes(StandardCharsets.UTF_8));
  }

  private static Parsed parse(String text, Supplier<byte[]> utf8) {
    var duplicates = new Duplicates();
    try (JsonParser parser = FACTORY.createParser(text)) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        throw new MalformedJsonException("unexpected end of JSON input");
      }
      JsonNode tree = value(parser, first, null, duplicates);
      if (parser.nextToken() != null) {
        throw new JsonParseException(parser, "more than one value");
      }
      return new Parsed(tree, duplicates.found);
    } catch (JsonProcessingException e) {
      JsonSyntax.check(utf8.get());
      throw new MalformedJsonException(words(e), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a string does not fail to be read
    }
  }

  /** Of a limit the library also names the method that tells it, which is nothing to a client. */
  private static String words(JsonProcessingException problem) {
    return problem.getOriginalMessage().replaceFirst(", from `[^`]*`", "");
  }

  /** A tree as text, spelled as {@link CanonicalForm}s do, its members in the order they have. */
  public static String write(JsonNode tree) {
    return new String(JsonWriter.write(tree, EXPECTED_TEXT), StandardCharsets.UTF_8);
  }

  private static JsonNode value(
      JsonParser parser, JsonToken token, @Nullable Place place, Duplicates duplicates)
      throws IOException {
    return switch (token) {
      case START_OBJECT -> object(parser, place, duplicates);
      case START_ARRAY -> array(parser, place, duplicates);
      case VALUE_STRING -> NODES.textNode(repaired(parser.getText()));
      case VALUE_NUMBER_INT -> whole(parser);
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDecimalValue());
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      default -> NODES.nullNode();
    };
  }

  private static JsonNode whole(JsonParser parser) throws IOException {
    return switch (parser.getNumberType()) {
      case INT -> NODES.numberNode(parser.getIntValue());
      case LONG -> NODES.numberNode(parser.getLongValue());
      default -> NODES.numberNode(parser.getBigIntegerValue());
    };
  }

  private static ObjectNode object(JsonParser parser, @Nullable Place place, Duplicates duplicates)
      throws IOException {
    ObjectNode object = NODES.objectNode();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = repaired(parser.currentName());
      JsonToken token = parser.nextToken();
      Place member = token.isStructStart() ? new Place(place, name, -1) : null;
      JsonNode first = object.get(name);
      duplicates.read(place, name, first != null);
      object.set(name, merged(first, value(parser, token, member, duplicates)));
    }
    return object;
  }

  /** An object that is given twice has the members of both; of all else the last one stands. */
  private static JsonNode merged(@Nullable JsonNode first, JsonNode second) {
    if (!(first instanceof ObjectNode object) || !(second instanceof ObjectNode more)) {
      return second;
    }
    more.properties()
        .forEach(
            each -> object.set(each.getKey(), merged(object.get(each.getKey()), each.getValue())));
    return object;
  }

  private static ArrayNode array(JsonParser parser, @Nullable Place place, Duplicates duplicates)
      throws IOException {
    ArrayNode array = NODES.arrayNode();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      Place item = token.isStructStart() ? new Place(place, "", array.size()) : null;
      array.add(value(parser, token, item, duplicates));
    }
    return array;
  }

  private static String repaired(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return withoutLoneSurrogates(text);
      }
    }
    return text;
  }

  private static String withoutLoneSurrogates(String text) {
    StringBuilder repaired = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        repaired.append(c);
      } else if (i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1))) {
        repaired.append(c).append(text.charAt(++i));
      } else {
        repaired.append(REPLACEMENT);
      }
    }
    return repaired.toString();
  }

  /** What was given more than once so far, and the last member that was not. */
  private static final class Duplicates {
    private final List<RepeatedField> found = new ArrayList<>();
    private @Nullable Place lastParent;
    private String lastName = "";

    void read(@Nullable Place parent, String name, boolean again) {
      if (!again) {
        lastParent = parent;
        lastName = name;
      } else if (found.size() < MAX_DUPLICATES) {
        String path = new Place(parent, name, -1).toString();
        found.add(new RepeatedField(path, new Place(lastParent, lastName, -1).toString(), 0));
      }
    }
  }

  /** Where a value stands. Spelled only when asked: most values are never spoken of. */
  private record Place(@Nullable Place parent, String name, int index) {
    @Override
    public String toString() {
      StringBuilder path = new StringBuilder();
      appendTo(path);
      return path.toString();
    }

    private void appendTo(StringBuilder path) {
      if (parent != null) {
        parent.appendTo(path);
      }
      if (index >= 0) {
        path.append('[').append(index).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(name);
      }
    }
  }

  /**
   * A tree, and what was given more than once in the text it was read from.
   *
   * @param duplicates the first hundred of them; of each member the last one given stands, or all
   *     of them together if they are objects
   */
  public record Parsed(JsonNode tree, List<RepeatedField> duplicates) {
    public Parsed {
      duplicates = List.copyOf(duplicates);
    }
  }
}
