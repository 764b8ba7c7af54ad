package io.listwatch.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ManifestTest {
  @Test
  void readsAllDocumentsAndTheItemsOfLists() {
    String text =
        """
        # nothing yet
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: a, namespace: n}
        ---
        ---
        apiVersion: v1
        kind: List
        items:
        - {apiVersion: v1, kind: Secret, metadata: {name: b}}
        ---
        apiVersion: v1
        kind: PodList
        items:
        - metadata: {name: c}
        """;

    assertThat(Manifest.readAll(text))
        .extracting(Manifest::apiVersion, Manifest::toString, Manifest::line)
        .containsExactly(
            tuple("v1", "ConfigMap/a", 3), tuple("v1", "Secret/b", 11), tuple("v1", "Pod/c", 16));
  }

  @Test
  void returnsLinesOfFields() {
    Manifest manifest =
        Manifest.readAll(
                """
                kind: First
                ---
                kind: Second
                data:
                  a.b/c: 1
                  list:
                  - x: 1
                  - x: 2
                    y: {"z": [1,
                      2]}
                """)
            .get(1);

    assertThat(manifest.line("kind")).isEqualTo(3);
    assertThat(manifest.line("data.a.b/c")).isEqualTo(5);
    assertThat(manifest.line("data[a.b/c]")).isEqualTo(5);
    assertThat(manifest.line("data.list[1].y.z[1]")).isEqualTo(10);
  }

  @Test
  void aMissingFieldHasTheLineOfItsParent() {
    Manifest manifest = Manifest.of("a:\n  b:\n  - c: 1\n");

    assertThat(manifest.line("a.b[0].d.e")).isEqualTo(3);
    assertThat(manifest.line("a.b[7].c")).isEqualTo(2);
    assertThat(manifest.line("x.y")).isEqualTo(1);
    assertThat(manifest.line("a[")).isEqualTo(1);
  }

  @Test
  void returnsLinesOfJsonFields() {
    assertThat(Manifest.of("{\n\t\"a\": {\n\t\t\"b\": 1\n\t}\n}\n").line("a.b")).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kind: List\nitems:\n- a: 1\n- b: 1\n  b: 2\n- c: 1\n",
        "{\"kind\": \"List\", \"items\": [{\"a\": 1},\n{\"b\": 1, \"b\": 2}, {\"c\": 1}]}"
      })
  void reportsDuplicatesAtTheirListItem(String list) {
    assertThat(Manifest.readAll(list))
        .extracting(each -> each.duplicates().size())
        .containsExactly(0, 1, 0);
  }

  @Test
  void jsonTooLongForTheYamlParserHasOnlyLineOne() {
    Manifest manifest = Manifest.of("{\n\"a\":\n\"" + "x".repeat(4_000_000) + "\"}");

    assertThat(manifest.line("a")).isEqualTo(1);
  }

  @Test
  void readsManyDocumentsBeyondTheLimitOfOne() {
    String document = "a: " + "x".repeat(1_500_000) + "\n---\n";

    assertThat(Manifest.readAll(document.repeat(4))).hasSize(4);
  }

  @Test
  void acceptsAByteOrderMark() {
    assertThat(Manifest.of("\uFEFFkind: A\n").kind()).isEqualTo("A");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a: b: c", "kind: A\n---\n- 1", "kind: A\n---\nkind: &a {b: *a}", "[1"})
  void rejectsDocumentsThatAreNotObjects(String text) {
    assertThatExceptionOfType(MalformedManifestException.class)
        .isThrownBy(() -> Manifest.readAll(text));
  }

  @Test
  void namesTheLineOfASyntaxError() {
    assertThatExceptionOfType(MalformedManifestException.class)
        .isThrownBy(() -> Manifest.readAll("a: 1\nb: c: d\n"))
        .satisfies(e -> assertThat(e.line()).isEqualTo(2));
  }

  @Test
  void limitsDepthAndNumberOfValues() {
    assertThatExceptionOfType(MalformedManifestException.class)
        .isThrownBy(() -> Manifest.readAll("[".repeat(100_000)))
        .withMessageContaining("exceeded max depth of 500");
    assertThatExceptionOfType(MalformedManifestException.class)
        .isThrownBy(() -> Manifest.readAll("a:\n" + "- 1\n".repeat(200_001)))
        .withMessageContaining("exceeded max number of values of 200000");
  }

  @Test
  void ofRequiresExactlyOneObject() {
    assertThatExceptionOfType(MalformedManifestException.class)
        .isThrownBy(() -> Manifest.of("a: 1\n---\nb: 2\n"))
        .withMessage("2 objects (expected: one)");
  }
}
