package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Laws of the functions on strings and lists, for strings with characters of all lengths. */
final class TextFunctionsProperties {
  private static final Expressions EXPRESSIONS =
      Expressions.of(
          """
          type: object
          properties:
            text: {type: string}
            part: {type: string}
            other: {type: string}
            limit: {type: integer}
            list: {type: array, items: {type: integer}}
          """,
          "{}");

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of("a", "b", "é", "\uD83D\uDE00", "%", "-")
        .list()
        .ofMaxSize(6)
        .map(parts -> String.join("", parts));
  }

  private static void assertHolds(JsonObject object, String condition) {
    assertThat(EXPRESSIONS.on(object).holds(condition)).as("%s of %s", condition, object).isTrue();
  }

  private static JsonObject object(String text, String part) {
    return new JsonObject().put("text", text).put("part", part);
  }

  @Property(tries = 150)
  void joinReversesSplit(
      @ForAll("texts") String text,
      @ForAll("texts") String part,
      @ForAll @IntRange(min = -1, max = 5) int limit) {
    JsonObject object = object(text, part).put("limit", limit);

    assertHolds(object, "self.text.split(self.part).join(self.part) == self.text");
    assertHolds(
        object,
        "self.limit == 0"
            + " ? self.text.split(self.part, self.limit) == []"
            + " : self.text.split(self.part, self.limit).join(self.part) == self.text");
    assertHolds(
        object, "self.limit < 0 || self.text.split(self.part, self.limit).size() <= self.limit");
  }

  @Property(tries = 150)
  void replacesLikeJava(
      @ForAll("texts") String text, @ForAll("texts") String part, @ForAll("texts") String other) {
    JsonObject object = object(text, part).put("other", other);
    String expected = text.replace(part, other);
    if (!part.isEmpty()) {
      object.put("other", other);
      assertHolds(object, "self.text.replace(self.part, self.other) == " + literal(expected));
      assertHolds(object, "self.text.split(self.part).join(self.other) == " + literal(expected));
    }
    assertHolds(object, "self.text.replace(self.part, self.part) == self.text || self.part == ''");
    assertHolds(object, "self.text.replace(self.part, self.other, 0) == self.text");
  }

  @Property(tries = 150)
  void indexOfIsTheStartOfTheSubstring(@ForAll("texts") String text, @ForAll("texts") String part) {
    JsonObject object = object(text, part);

    assertHolds(object, "self.text.contains(self.part) == (self.text.indexOf(self.part) >= 0)");
    assertHolds(
        object,
        "!self.text.contains(self.part)"
            + " || self.text.substring(self.text.indexOf(self.part)).startsWith(self.part)");
  }

  @Property(tries = 150)
  void formatKeepsText(@ForAll("texts") String text, @ForAll("texts") String part) {
    assertThat(FormatFunction.format("%s", List.of(text))).isEqualTo(text);
    assertThat(FormatFunction.format(text.replace("%", "%%"), List.of())).isEqualTo(text);
    assertThat(FormatFunction.format("%s-%s", List.of(text, part))).isEqualTo(text + "-" + part);
  }

  @Property(tries = 150)
  void formatsIntegersLikeJava(@ForAll long number) {
    assertThat(FormatFunction.format("%d %s", List.of(number, number)))
        .isEqualTo(number + " " + number);
    assertThat(FormatFunction.format("%b %o %x", List.of(number, number, number)))
        .isEqualTo(
            Long.toString(number, 2)
                + " "
                + Long.toString(number, 8)
                + " "
                + Long.toString(number, 16));
  }

  @Property(tries = 100)
  void ordersListsLikeJava(@ForAll @Size(min = 1, max = 6) List<@IntRange(max = 9) Integer> list) {
    var object = new JsonObject();
    JsonArray array = object.putArray("list");
    list.forEach(array::add);
    List<Integer> sorted = list.stream().sorted().toList();

    assertHolds(object, "self.list.isSorted() == " + sorted.equals(list));
    assertHolds(object, "self.list.sort() == " + sorted);
    assertHolds(object, "self.list.min() == " + sorted.get(0));
    assertHolds(object, "self.list.max() == " + sorted.get(sorted.size() - 1));
    assertHolds(object, "self.list.sum() == " + list.stream().mapToInt(i -> i).sum());
    assertHolds(object, "self.list.indexOf(5) == " + list.indexOf(5));
    assertHolds(object, "self.list.lastIndexOf(5) == " + list.lastIndexOf(5));
    assertHolds(object, "sets.equivalent(self.list, self.list.reverse())");
    assertHolds(
        object, "self.list.slice(0, 1) + self.list.slice(1, self.list.size()) == self.list");
  }

  private static String literal(String text) {
    return "'" + text + "'";
  }
}
