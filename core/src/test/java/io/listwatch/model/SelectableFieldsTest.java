package io.listwatch.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.selector.Fields;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SelectableFieldsTest {
  private static final SelectableFields FIELDS =
      SelectableFields.of(
          List.of("spec.nodeName", "spec.hostNetwork", "status.phase", "reason", "a.b", "a.b.c"));

  @Test
  void fieldsAreReadWithTheHeader() {
    var fields =
        read(
            "\"status\":{\"x\":{\"phase\":\"no\"},\"phase\":\"Running\"},\"reason\":\"Killing\","
                + "\"spec\":{\"hostNetwork\":true,\"nodeName\":\"n\\u0031\",\"other\":[1]}");

    assertThat(fields.value("spec.nodeName")).isEqualTo("n1");
    assertThat(fields.value("spec.hostNetwork")).isEqualTo("true");
    assertThat(fields.value("status.phase")).isEqualTo("Running");
    assertThat(fields.value("reason")).isEqualTo("Killing");
  }

  @Test
  void nameAndNamespaceAreAlwaysSelectable() {
    assertThat(read("\"x\":1").value("metadata.name")).isEqualTo("a");
    assertThat(read("\"x\":1").value("metadata.namespace")).isEqualTo("shop");
    assertThat(Resource.parse("{\"metadata\":{\"name\":\"a\"}}").fields().value("metadata.name"))
        .isEqualTo("a");
  }

  @Test
  void fieldsAreAbsentIfTheObjectOrTheSetLacksThem() {
    assertThat(read("\"spec\":{}").value("spec.nodeName")).isNull();
    assertThat(read("\"spec\":null").value("spec.nodeName")).isNull();
    assertThat(read("\"spec\":\"text\"").value("spec.nodeName")).isNull();
    assertThat(read("\"spec\":{\"nodeName\":null}").value("spec.nodeName")).isNull();
    assertThat(read("\"spec\":{\"nodeName\":{}}").value("spec.nodeName")).isNull();
    assertThat(read("\"spec\":{\"nodeName\":[]}").value("spec.nodeName")).isNull();
    assertThat(read("\"spec\":{\"serviceName\":\"s\"}").value("spec.serviceName")).isNull();
  }

  @Test
  void fieldMayBeAScalarInOneObjectAndAParentInAnother() {
    assertThat(read("\"a\":{\"b\":\"leaf\"}").value("a.b")).isEqualTo("leaf");
    assertThat(read("\"a\":{\"b\":{\"c\":5}}").value("a.b.c")).isEqualTo("5");
    assertThat(read("\"a\":{\"b\":{\"c\":5}}").value("a.b")).isNull();
  }

  /** Both occurrences once counted, so a selector saw a value that decoders drop. */
  @Test
  void lastOccurrenceOfADuplicateMemberCounts() {
    assertThat(read("\"spec\":{\"nodeName\":\"x\"},\"spec\":{}").value("spec.nodeName")).isNull();
    assertThat(read("\"spec\":{\"nodeName\":\"x\",\"nodeName\":[]}").value("spec.nodeName"))
        .isNull();
    assertThat(read("\"spec\":{\"nodeName\":\"x\",\"nodeName\":\"y\"}").value("spec.nodeName"))
        .isEqualTo("y");
  }

  @Test
  void fieldMayHaveAnotherNameAndADefault() {
    var fields =
        SelectableFields.ofFields(
            List.of(new SelectableFields.Field("status.successful", "status.succeeded", "0")));

    assertThat(fields.paths()).containsExactly("status.successful");
    assertThat(read(fields, "\"status\":{\"succeeded\":3}").value("status.successful"))
        .isEqualTo("3");
    assertThat(read(fields, "\"status\":{\"successful\":3}").value("status.successful"))
        .isEqualTo("0");
    assertThat(read(fields, "\"status\":{\"succeeded\":3}").value("status.succeeded")).isNull();
  }

  @Test
  void fieldMayHaveAStandInIfAbsentOrEmpty() {
    var fields =
        SelectableFields.ofFields(
            List.of(
                new SelectableFields.Field("source", "source.component", null, "reporter"),
                new SelectableFields.Field("reporter", "reporter", null)));

    assertThat(read(fields, "\"source\":{\"component\":\"a\"},\"reporter\":\"b\"").value("source"))
        .isEqualTo("a");
    assertThat(read(fields, "\"reporter\":\"b\"").value("source")).isEqualTo("b");
    assertThat(read(fields, "\"source\":{\"component\":\"\"},\"reporter\":\"b\"").value("source"))
        .isEqualTo("b");
    assertThat(read(fields, "\"source\":{}").value("source")).isNull();
  }

  private static Fields read(String members) {
    return read(FIELDS, members);
  }

  private static Fields read(SelectableFields fields, String members) {
    byte[] json =
        ("{\"metadata\":{\"name\":\"a\",\"namespace\":\"shop\"}," + members + "}").getBytes(UTF_8);
    return new ResourceReader(fields).resource(json, 0, json.length).fields();
  }
}
