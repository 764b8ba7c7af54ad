package io.listwatch.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.selector.LabelRequirement.Operator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LabelSelectorTest {
  /** Five objects; the expected selections were recorded with kube-apiserver. */
  private static final List<Labelled> OBJECTS =
      List.of(
          new Labelled("app-a", Map.of("app", "a", "tier", "front", "n", "1")),
          new Labelled("app-b", Map.of("app", "b", "tier", "back", "n", "5")),
          new Labelled("app-c", Map.of("app", "c", "example.com/role", "x", "n", "10")),
          new Labelled("bare", Map.of()),
          new Labelled("empty", Map.of("app", "")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "app=a              | app-a",
        "app==a             | app-a",
        "app!=a             | app-b app-c bare empty",
        "app                | app-a app-b app-c empty",
        "!app               | bare",
        "app in (a,b)       | app-a app-b",
        "app in ( a , b )   | app-a app-b",
        "app notin (a,b)    | app-c bare empty",
        "app=               | empty",
        "app in ()          | empty",
        "app notin ()       | app-a app-b app-c bare",
        "n>4                | app-b app-c",
        "n<5                | app-a",
        "n>4,n<10           | app-b",
        "app<5              | ~~",
        "tier=front,app=a   | app-a",
        "tier=front,app=b   | ~~",
        "~~                 | app-a app-b app-c bare empty",
        "example.com/role=x | app-c",
        "app,!tier          | app-c empty",
        "app=a,app=b        | ~~",
      })
  void selectsTheSameObjectsAsKubeApiserver(String text, String expected) {
    LabelSelector selector = LabelSelector.parse(text);

    String selected =
        OBJECTS.stream()
            .filter(object -> selector.matches(Labels.of(object.labels)))
            .map(Labelled::name)
            .collect(Collectors.joining(" "));

    assertThat(selected).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "x=a,y=b,z=c               | x=a,y=b,z=c",
        "z=c,x=a                   | x=a,z=c",
        "a=2,a=1                   | a=2,a=1",
        "x == a                    | x==a",
        "x != a , ! y              | x!=a,!y",
        "x=                        | x=",
        "~x= ,z= ~                 | x=,z=",
        "x in (c,a,b,a)            | x in (a,b,c)",
        "x in(a)                   | x in (a)",
        "x in ()                   | x in ()",
        "x in (,)                  | x in ()",
        "x in (,b)                 | x in (,b)",
        "x in (b,,c,)              | x in (,b,c)",
        "x notin ( a )             | x notin (a)",
        "x > 007                   | x>007",
        "x<9223372036854775807     | x<9223372036854775807",
        "in in (in,notin)          | in in (in,notin)",
        "notin=in                  | notin=in",
        "!in                       | !in",
        "~ ~                       | ~~",
        "a.b-c.d/E_f.G             | a.b-c.d/E_f.G",
        "~\tx\r\n=\ta ~            | x=a",
      })
  void printsTheCanonicalForm(String text, String expected) {
    assertThat(LabelSelector.parse(text)).hasToString(expected);
  }

  @Test
  void readsNulAsKubeApiserverDoes() {
    assertThat(LabelSelector.parse("x \0y")).hasToString("x");
    assertThat(LabelSelector.parse("x\0=\0a\0,y")).hasToString("x=a,y");
  }

  @Test
  void parsesKeyOperatorAndSortedValues() {
    List<LabelRequirement> requirements =
        LabelSelector.parse("tier notin (b,a),!gone,app==web").requirements();

    assertThat(requirements)
        .extracting(LabelRequirement::key)
        .containsExactly("app", "gone", "tier");
    assertThat(requirements)
        .extracting(LabelRequirement::operator)
        .containsExactly(Operator.DOUBLE_EQUALS, Operator.DOES_NOT_EXIST, Operator.NOT_IN);
    assertThat(requirements)
        .extracting(LabelRequirement::values)
        .containsExactly(List.of("web"), List.of(), List.of("a", "b"));
  }

  @Test
  void builderEqualsParser() {
    LabelSelector built =
        LabelSelector.where("i")
            .exists()
            .and("h")
            .doesNotExist()
            .and("g")
            .lessThan(9)
            .and("f")
            .greaterThan(3)
            .and("e")
            .notIn("z", "y")
            .and("d")
            .in(List.of("w", "v"))
            .and("c")
            .isNot("u")
            .and("b")
            .is("t")
            .and(LabelSelector.where("a").is(""));

    assertThat(built)
        .isEqualTo(LabelSelector.parse("a=,b=t,c!=u,d in (v,w),e notin (y,z),f>3,g<9,!h,i"));
  }

  @Test
  void builderRejectsInvalidLabels() {
    assertThatThrownBy(() -> LabelSelector.where("a b").exists())
        .isInstanceOf(InvalidSelectorException.class)
        .hasMessageStartingWith("key: Invalid value: \"a b\": name part must consist of");
    assertThatThrownBy(() -> LabelSelector.where("a").is("b c"))
        .isInstanceOf(InvalidSelectorException.class)
        .hasMessageStartingWith("values[0][a]: Invalid value: \"b c\": a valid label must be");
    assertThatThrownBy(() -> LabelSelector.where("a").greaterThan(-1))
        .isInstanceOf(InvalidSelectorException.class)
        .hasMessageStartingWith("values[0][a]: Invalid value: \"-1\": a valid label must be");
    assertThatThrownBy(() -> LabelSelector.where("a").in())
        .isInstanceOf(InvalidSelectorException.class)
        .hasMessage(
            "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty");
  }

  @Test
  void everythingPrintsAsEmptyStringAndAddsNoRequirements() {
    LabelSelector app = LabelSelector.where("app").is("a");

    assertThat(LabelSelector.parse("")).isEqualTo(LabelSelector.everything()).hasToString("");
    assertThat(LabelSelector.everything().isEverything()).isTrue();
    assertThat(LabelSelector.everything().matches(Labels.none())).isTrue();
    assertThat(LabelSelector.everything().and(app)).isEqualTo(app);
    assertThat(app.isEverything()).isFalse();
  }

  @Test
  void nothingCombinedWithAnySelectorMatchesNothing() {
    LabelSelector nothing = LabelSelector.nothing();

    assertThat(nothing.matches(Labels.none())).isFalse();
    assertThat(nothing.isNothing()).isTrue();
    assertThat(nothing.isEverything()).isFalse();
    assertThat(nothing.and("app").exists()).isEqualTo(nothing);
    assertThat(LabelSelector.everything().and(nothing)).isEqualTo(nothing);
    assertThat(nothing).isNotEqualTo(LabelSelector.everything());
  }

  @Test
  void nothingDoesNotParseAsEverything() {
    String printed = LabelSelector.nothing().toString();

    assertThatThrownBy(() -> LabelSelector.parse(printed))
        .isInstanceOf(InvalidSelectorException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"b=1,a in (y,x)", "a in (x,y,x),b=1", " a  in(y , x),b =1"})
  void equalsSelectorsWithTheSameCanonicalForm(String text) {
    LabelSelector expected = LabelSelector.parse("a in (x,y),b=1");

    assertThat(LabelSelector.parse(text)).isEqualTo(expected).hasSameHashCodeAs(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "!a", "a==x", "a!=x", "a=y", "b=x", "a in (x)", "a=x,b", ""})
  void differsFromSelectorsWithAnotherCanonicalForm(String text) {
    assertThat(LabelSelector.parse(text)).isNotEqualTo(LabelSelector.parse("a=x"));
  }

  @ParameterizedTest
  @CsvSource({
    "2,true",
    "+2,true",
    "0002,true",
    "9223372036854775807,true",
    "1,false",
    "-2,false",
    "-9223372036854775808,false",
    "9223372036854775808,false",
    "99999999999999999999,false",
    "'',false",
    "-,false",
    "+,false",
    "2a,false",
    "0x2,false",
    "2_0,false",
    "٢,false",
  })
  void onlyAnIntegerIsGreaterThanAnInteger(String value, boolean expected) {
    LabelSelector selector = LabelSelector.parse("n>1");

    assertThat(selector.matches(Labels.of(Map.of("n", value)))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0,true",
    "-9223372036854775808,true",
    "1,false",
    "-9223372036854775809,false",
    "'',false",
    "a,false",
  })
  void lessThanMatchesIntegersOnly(String value, boolean expected) {
    LabelSelector selector = LabelSelector.parse("n<1");

    assertThat(selector.matches(Labels.of(Map.of("n", value)))).isEqualTo(expected);
  }

  @Test
  void absentLabelIsNeitherGreaterNorLess() {
    assertThat(LabelSelector.parse("n>0").matches(Labels.none())).isFalse();
    assertThat(LabelSelector.parse("n<9").matches(Labels.none())).isFalse();
  }

  private record Labelled(String name, Map<String, String> labels) {}
}
