package io.listwatch.following.golang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

final class GoFileTest {
  @Test
  void readsFieldsWithTypesTagsAndMarkers() {
    GoFile file =
        parse(
            """
            import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

            type Boat struct {
            	metav1.TypeMeta `json:",inline"`
            	// The crew.
            	// +optional
            	// +listType=map
            	// +listMapKey=name
            	Crew []Sailor `json:"crew,omitempty" protobuf:"bytes,2,rep,name=crew"` // all of them
            	Ports map[string]*Port `json:"ports"`
            	Built *metav1.Time
            	Length, Width int32
            }
            """);

    assertThat(file.types().get(0).fields())
        .extracting(GoField::name, field -> field.type().text(), GoField::markers)
        .containsExactly(
            row("", "meta/v1.TypeMeta"),
            row("Crew", "[]sea/v1.Sailor", "optional", "listType=map", "listMapKey=name"),
            row("Ports", "map[string]*sea/v1.Port"),
            row("Built", "*meta/v1.Time"),
            row("Length", "int32"),
            row("Width", "int32"));
    assertThat(file.types().get(0).fields().get(1).tag("protobuf"))
        .isEqualTo("bytes,2,rep,name=crew");
    assertThat(file.types().get(0).fields().get(3).tag("json")).isEmpty();
  }

  private static Tuple row(String name, String type, String... markers) {
    return tuple(name, type, List.of(markers));
  }

  @Test
  void markerBeforeABlankLineBelongsToATypeButNotToAField() {
    GoFile file =
        parse(
            """
            // +union

            // Cargo is what a boat carries.
            type Cargo struct {
            	// +required

            	// Weight in tons.
            	Weight int64
            }
            """);

    assertThat(file.types().get(0).markers()).containsExactly("union");
    assertThat(file.types().get(0).fields().get(0).markers()).isEmpty();
  }

  @Test
  void markerInsideATypeDoesNotBelongToTheNextType() {
    GoFile file =
        parse(
            """
            type First struct {
            	// +optional
            	Name string
            	// +enum
            }
            type Second string
            """);

    assertThat(file.types().get(1).markers()).isEmpty();
  }

  @Test
  void readsConstantsWithTypesConversionsAndNames() {
    GoFile file =
        parse(
            """
            import core "k8s.io/api/core/v1"

            const (
            	Red Colour = "red"
            	Green = Colour("green")
            	Other = Colour(core.Blue)
            	Again Colour = Red
            	Depth int32 = 0x10
            	Sum = 1 +
            		2
            	First = iota
            	Second
            )
            """);

    assertThat(file.constants())
        .extracting(GoConstant::name, GoConstant::type, GoConstant::value)
        .contains(
            tuple("Red", "sea/v1.Colour", "\"red\""),
            tuple("Green", "sea/v1.Colour", "\"green\""),
            tuple("Other", "sea/v1.Colour", "core/v1.Blue"),
            tuple("Again", "sea/v1.Colour", "sea/v1.Red"),
            tuple("Depth", "int32", "0x10"));
  }

  @Test
  void readsFunctionBodiesWithoutComments() {
    GoFile file =
        parse(
            """
            var (
            	one = map[string]int{"a": 1}
            	two int
            )

            func (b *Boat) Sail(to string) (int, error) {
            	// Against the wind.
            	if to == "}" { return 1, nil }
            	return 0, nil /* calm */
            }

            func Anchor[T any](what T) {}
            """);

    assertThat(file.functions())
        .extracting(GoFunction::name)
        .containsExactly("Boat.Sail", "Anchor");
    assertThat(file.functions().get(0).body())
        .extracting(GoToken::text)
        .containsExactly(
            "if", "to", "==", "}", "{", "return", "1", ",", "nil", "}", "return", "0", ",", "nil");
  }

  @Test
  void namesFileAndLineOfMalformedSource() {
    assertThatThrownBy(() -> parse("type Boat struct {\n\tName \"open\n}"))
        .isInstanceOf(GoSyntaxException.class)
        .hasMessageStartingWith("boat.go:4: ");
    assertThatThrownBy(() -> parse("type Boat struct {"))
        .isInstanceOf(GoSyntaxException.class)
        .hasMessageStartingWith("boat.go:");
  }

  @Test
  void shortNameKeepsTheGroupOfAVersion() {
    assertThat(GoFile.shortName("k8s.io/api/core/v1")).isEqualTo("core/v1");
    assertThat(GoFile.shortName("k8s.io/api/scheduling/v1alpha3")).isEqualTo("scheduling/v1alpha3");
    assertThat(GoFile.shortName("k8s.io/apimachinery/pkg/types")).isEqualTo("types");
  }

  private static GoFile parse(String declarations) {
    return GoFile.parse("boat.go", "sea/v1", "package v1\n\n" + declarations);
  }
}
