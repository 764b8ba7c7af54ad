package io.listwatch.following.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.following.facts.Facts.FieldFacts;
import io.listwatch.following.facts.Facts.TypeFacts;
import io.listwatch.following.golang.GoFile;
import io.listwatch.following.golang.GoType;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlainDefaultsTest {
  private static final Map<String, TypeFacts> TYPES =
      Map.of(
          "sea/v1.Boat", struct("Boat", field("Spec", "sea/v1.BoatSpec"), field("Name", "string")),
          "sea/v1.BoatSpec",
              struct("BoatSpec", field("Crew", "[]sea/v1.Sailor"), field("Age", "*int32")),
          "sea/v1.Sailor",
              struct("Sailor", field("Rank", "string"), field("Cabin", "sea/v1.Cabin")),
          "sea/v1.Cabin", struct("Cabin", field("Beds", "*int32")),
          "sea/v1.Hotel", struct("Hotel", field("Cabin", "sea/v1.Cabin")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ptr.To[int32](3)      | 3
          utilpointer.Int32(3)  | 3
          int32(3)              | 3
          0644                  | 420
          "text"                | "text"
          intstr.FromString("") | ""
          true                  | true
          v1.Known              | "known"
          &v1.Cabin{}           | {}
          []v1.Mode{v1.Known}   | ["known"]
          """)
  void readsValue(String expression, String json) {
    assertThat(read("if boat.Name == \"\" {\nboat.Name = " + expression + "\n}"))
        .isEqualTo(Map.of("sea/v1.Boat", Map.of("Name", json)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          computed()
          60 * 60
          v1.Unknown
          v1.Cabin{Beds: 2}
          """)
  void skipsValueThatIsComputed(String expression) {
    assertThat(read("if boat.Name == \"\" {\nboat.Name = " + expression + "\n}")).isEmpty();
  }

  @Test
  void followsVariablesLoopsAndRequiredObjects() {
    assertThat(
            read(
                """
                spec := &boat.Spec
                if boat.Spec.Age != nil {
                	for i := range spec.Crew {
                		sailor := &spec.Crew[i]
                		if len(sailor.Rank) == 0 {
                			rank := "mate"
                			sailor.Rank = &rank
                		}
                	}
                }
                if spec.Age == nil {
                	spec.Age = new(int32)
                	*spec.Age = 7
                } else {
                	spec.Age = 8
                }
                """))
        .isEqualTo(
            Map.of(
                "sea/v1.Sailor",
                Map.of("Rank", "\"mate\""),
                "sea/v1.BoatSpec",
                Map.of("Age", "7")));
  }

  @Test
  void skipsDefaultsThatDependOnOtherMembers() {
    assertThat(
            read(
                """
                if boat.Name == "Pequod" {
                	if boat.Spec.Age == nil {
                		boat.Spec.Age = 7
                	}
                }
                if boat.Spec.Age == nil && enabled() {
                	boat.Spec.Age = 8
                }
                if boat.Spec.Age == nil {
                	boat.Spec.Age = 8
                	if old() {
                		boat.Spec.Age = 9
                	}
                }
                """))
        .isEmpty();
  }

  /** The defaulting function is called for boats only, but hotels have cabins, too. */
  @Test
  void skipsDefaultsOfATypeThatIsAlsoUsedElsewhere() {
    assertThat(
            read(
                """
                if boat.Spec.Crew[0].Cabin.Beds == nil {
                	boat.Spec.Crew[0].Cabin.Beds = 2
                }
                """))
        .isEmpty();
  }

  private static SortedMap<String, SortedMap<String, String>> read(String body) {
    var found = new TreeMap<String, SortedMap<String, String>>();
    GoFile file =
        GoFile.parse(
            "defaults.go",
            "sea/v1",
            "package v1\nfunc SetDefaults_Boat(boat *v1.Boat) {\n" + body + "\n}\n");
    var expressions = new ExpressionReader(name -> name.equals("v1.Known") ? "\"known\"" : null);
    new PlainDefaults("defaults.go", new MemberPaths(TYPES), expressions, found)
        .read("sea/v1", file.functions().get(0));
    return found;
  }

  private static TypeFacts struct(String name, FieldFacts... fields) {
    return new TypeFacts(
        "sea/v1." + name, GoType.STRUCT, List.of(), List.of(), Stream.of(fields).toList());
  }

  private static FieldFacts field(String name, String type) {
    return new FieldFacts(name, new GoType(type), name, "1", "", List.of());
  }
}
