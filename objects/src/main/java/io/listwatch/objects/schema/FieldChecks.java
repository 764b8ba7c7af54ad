package io.listwatch.objects.schema;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The validation that a member of a built-in type always gets, independent of other fields, parsed
 * from the {@code checks} cell of its row. In a list, {@link #enumeration}, {@link #positive},
 * {@link #min}, {@link #max} and {@link #maxBytes} apply to each item.
 *
 * @param required an absent or zero member is an error
 * @param optional a zero member is not checked further
 * @param enumeration the supported values, in the order in which messages list them; empty if any
 *     value is supported
 * @param positive a number must be greater than zero
 * @param min the smallest number; null if there is none
 * @param max the greatest number; null if there is none
 * @param maxBytes the maximum length of a string; null if there is none
 * @param maxItems the maximum number of items of a list or entries of a map; null if there is none
 * @param immutable an update must not change it
 */
public record FieldChecks(
    boolean required,
    boolean optional,
    List<String> enumeration,
    boolean positive,
    @Nullable Long min,
    @Nullable Long max,
    @Nullable Long maxBytes,
    @Nullable Long maxItems,
    boolean immutable) {
  private static final Set<String> WORDS =
      Set.of(
          "required",
          "optional",
          "enum",
          "positive",
          "min",
          "max",
          "maxBytes",
          "maxItems",
          "immutable");

  /** The checks of a member that has no row in the table, or whose row declares none. */
  public static final FieldChecks NONE = read("", List.of());

  public FieldChecks {
    enumeration = List.copyOf(enumeration);
  }

  /**
   * Parses the cell.
   *
   * @param shown the enumeration in OpenAPI, which the word {@code enum} refers to
   */
  static FieldChecks read(String cell, List<String> shown) {
    List<String> words = split(cell, ' ');
    words.forEach(FieldChecks::requireKnown);
    String values = value(words, "enum=");
    return new FieldChecks(
        words.contains("required"),
        words.contains("optional"),
        values == null ? (words.contains("enum") ? shown : List.of()) : split(values, ','),
        words.contains("positive"),
        number(words, "min="),
        number(words, "max="),
        number(words, "maxBytes="),
        number(words, "maxItems="),
        words.contains("immutable"));
  }

  private static void requireKnown(String word) {
    int equals = word.indexOf('=');
    if (!WORDS.contains(equals < 0 ? word : word.substring(0, equals))) {
      throw new IllegalStateException("checks: %s (expected: one of %s)".formatted(word, WORDS));
    }
  }

  /** Returns the parts of a cell; none if it is empty. */
  static List<String> split(String cell, char separator) {
    return cell.isEmpty() ? List.of() : List.of(cell.split(String.valueOf(separator), -1));
  }

  private static @Nullable Long number(List<String> words, String name) {
    String value = value(words, name);
    return value == null ? null : Long.valueOf(value);
  }

  private static @Nullable String value(List<String> words, String name) {
    for (String word : words) {
      if (word.startsWith(name)) {
        return word.substring(name.length());
      }
    }
    return null;
  }
}
