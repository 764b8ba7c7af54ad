package io.listwatch.objects.schema.structural;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class StringFormatTest {
  private static List<SchemaTable.Row> rows() {
    return SchemaTable.rows("formats.txt");
  }

  @ParameterizedTest
  @MethodSource("rows")
  void acceptsTheStringsThatKubeApiserverAccepts(SchemaTable.Row row) {
    String[] words = row.value().split(" ", 2);
    Predicate<String> format = Objects.requireNonNull(StringFormat.named(row.schema()));

    boolean accepts = format.test(JsonTrees.read(words[1]).textValue());

    assertThat(accepts).isEqualTo(words[0].equals("accepts") != row.differs());
  }

  @Test
  void ignoresHyphensInTheName() {
    assertThat(StringFormat.named("datetime"))
        .isSameAs(StringFormat.named("date-time"))
        .isNotNull();
    assertThat(StringFormat.named("k8sshortname")).isNotNull();
  }

  @Test
  void ignoresUnknownFormat() {
    assertThat(StringFormat.named("colour")).isNull();
    assertThat(StringFormat.named("")).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "date, string, true",
    "date, '', true",
    "colour, string, false",
    "int32, string, false",
    "int32, integer, true",
    "int64, integer, true",
    "int8, integer, false",
    "date, integer, false",
    "float, number, true",
    "double, number, true",
    "int32, number, false",
    "date, boolean, false",
    "date, object, false"
  })
  void knowsTheFormatsOfEachType(String format, String type, boolean known) {
    assertThat(StructuralSchema.knows(format, type)).isEqualTo(known);
  }
}
