package io.listwatch.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FieldSelectorTest {
  /** Three pods; the expected selections were recorded with kube-apiserver. */
  private static final List<Map<String, String>> PODS =
      List.of(
          Map.of("metadata.name", "p1", "spec.nodeName", "n1", "spec.restartPolicy", "Always"),
          Map.of("metadata.name", "p2", "spec.restartPolicy", "Never"),
          Map.of("metadata.name", "p3", "spec.nodeName", "n1", "spec.restartPolicy", "Always"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "metadata.name=p1                  | p1",
        "metadata.name==p2                 | p2",
        "metadata.name!=p1                 | p2 p3",
        "spec.nodeName=n1                  | p1 p3",
        "spec.nodeName=                    | p2",
        "spec.nodeName!=                   | p1 p3",
        "spec.nodeName!=n1                 | p2",
        "spec.restartPolicy=Never          | p2",
        "status.podIP=                     | p1 p2 p3",
        "spec.nodeName=n1,metadata.name=p3 | p3",
        "metadata.name=p1,metadata.name=p2 | ~~",
        "metadata.name=p\\,1               | ~~",
        "metadata.name=bad/name            | ~~",
        "~~                                | p1 p2 p3",
        ",                                 | p1 p2 p3",
        "=                                 | p1 p2 p3",
        "!=                                | p1 p2 p3",
        "=p1                               | ~~",
      })
  void selectsTheSameObjectsAsKubeApiserver(String text, String expected) {
    FieldSelector selector = FieldSelector.parse(text);

    String selected =
        PODS.stream()
            .filter(pod -> selector.matches(Fields.of(pod)))
            .map(pod -> pod.get("metadata.name"))
            .collect(Collectors.joining(" "));

    assertThat(selected).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "b=1,a=2        | a=2,b=1",
        "a=2,a-b=1      | a-b=1,a=2",
        "a==1           | a=1",
        "a=c,a==z       | a=c,a=z",
        "a=1,a!=2       | a!=2,a=1",
        "a=1,a=1        | a=1,a=1",
        ",,a=1,,        | a=1",
        "=,a=1,!=,==    | a=1",
        "=1             | =1",
        "a!!=b          | a!!=b",
        "~ a = b ~      | ~ a = b ~",
        "a=\\\\\\,\\=   | a=\\\\\\,\\=",
        "a\\,b=c        | a\\,b=c",
        "a\\=b          | a\\=b",
        "a=😀,a=￮       | a=￮,a=😀",
      })
  void printsTheCanonicalForm(String text, String expected) {
    assertThat(FieldSelector.parse(text)).hasToString(expected);
  }

  @Test
  void parsesPathOperatorAndUnescapedValue() {
    List<FieldTerm> terms = FieldSelector.parse("b!=x\\=y,a=\\\\\\,").terms();

    assertThat(terms)
        .containsExactly(new FieldTerm("a", false, "\\,"), new FieldTerm("b", true, "x=y"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "nope                  | invalid selector: 'nope'; can't understand 'nope'",
        "a=1,nope              | invalid selector: 'a=1,nope'; can't understand 'nope'",
        "z,b,a=1               | invalid selector: 'z,b,a=1'; can't understand 'b'",
        "metadata.name in (p1) | invalid selector: 'metadata.name in (p1)'; can't understand"
            + " 'metadata.name in (p1)'",
        "metadata.name>p1      | invalid selector: 'metadata.name>p1'; can't understand"
            + " 'metadata.name>p1'",
        "a!b                   | invalid selector: 'a!b'; can't understand 'a!b'",
        "a\\,b                 | invalid selector: 'a\\,b'; can't understand 'a\\,b'",
        "a=b=c                 | invalid field selector: unescaped character in value: 61",
        "a===b                 | invalid field selector: unescaped character in value: 61",
        "a!==b                 | invalid field selector: unescaped character in value: 61",
        "a=b\\x                | invalid field selector: invalid escape sequence: \\x",
        "a=b\\😀               | invalid field selector: invalid escape sequence: \\😀",
        "a=b\\                 | invalid field selector: invalid escape sequence: \\",
        "z=\\y,a=b=c           | invalid field selector: unescaped character in value: 61",
      })
  void reportsErrorsInKubeApiserversWords(String text, String message) {
    assertThatThrownBy(() -> FieldSelector.parse(text))
        .isInstanceOf(InvalidSelectorException.class)
        .hasMessage(message);
  }

  @Test
  void builderEqualsParser() {
    FieldSelector built =
        FieldSelector.where("b").isNot("").and("a").is("x,y").and(FieldSelector.where("c").is("1"));

    assertThat(built).isEqualTo(FieldSelector.parse("a=x\\,y,b!=,c=1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a=", "a!", "a,b", "a\\"})
  void builderRejectsAPathThatWouldParseDifferently(String path) {
    assertThatThrownBy(() -> FieldSelector.where(path))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("path: '" + path + "' (expected: a field such as metadata.name)");
  }

  @Test
  void returnsTheRequiredValueOfAField() {
    FieldSelector selector = FieldSelector.parse("metadata.name==p1,spec.nodeName!=n1,a=");

    assertThat(selector.requiresExactMatch("metadata.name")).contains("p1");
    assertThat(selector.requiresExactMatch("a")).contains("");
    assertThat(selector.requiresExactMatch("spec.nodeName")).isEmpty();
    assertThat(selector.requiresExactMatch("metadata.namespace")).isEmpty();
  }

  @Test
  void everythingPrintsAsEmptyStringAndAddsNoTerms() {
    FieldSelector name = FieldSelector.where("metadata.name").is("p1");

    assertThat(FieldSelector.parse("")).isEqualTo(FieldSelector.everything()).hasToString("");
    assertThat(FieldSelector.everything().isEverything()).isTrue();
    assertThat(FieldSelector.everything().matches(Fields.none())).isTrue();
    assertThat(FieldSelector.everything().and(name)).isEqualTo(name);
    assertThat(name.isEverything()).isFalse();
  }

  @Test
  void equalsSelectorsWithTheSameCanonicalForm() {
    FieldSelector expected = FieldSelector.parse("a=1,b!=2");

    assertThat(FieldSelector.parse("b!=2,,a==1")).isEqualTo(expected).hasSameHashCodeAs(expected);
    assertThat(FieldSelector.parse("b=2,a=1")).isNotEqualTo(expected);
    assertThat(FieldSelector.parse("a=1")).isNotEqualTo(expected);
  }

  @Test
  void termsAreSortedAgainAfterTheirPathsChange() {
    FieldSelector selector = FieldSelector.parse("a=1,b!=2");

    assertThat(selector.withPaths(path -> path.equals("a") ? "c" : path))
        .isEqualTo(FieldSelector.parse("b!=2,c=1"));
  }
}
