package io.listwatch.following.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.following.facts.CheckoutReader;
import io.listwatch.following.facts.Facts;
import io.listwatch.following.facts.FactsParser;
import io.listwatch.following.facts.SmallCheckout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class TableFileTest {
  private static final Path TREE = Path.of("..");

  private final Path root;

  TableFileTest(@TempDir Path root) {
    this.root = root;
  }

  static Stream<TableFile> files() {
    return TableFile.all().stream();
  }

  /**
   * Fails if a derived part of a table was edited by hand, or if the facts changed without the
   * tables.
   */
  @ParameterizedTest
  @MethodSource("files")
  void committedTableMatchesTheCommittedFacts(TableFile file) throws IOException {
    Facts facts = FactsParser.parse(Files.readString(TREE.resolve("following/facts.txt")));
    String committed = Files.readString(TREE.resolve(file.path()));

    assertThat(file.make(facts, committed)).isEqualTo(committed);
  }

  @Test
  void ordersMembersByProtobufNumber() throws IOException {
    assertThat(make(new BuiltInTypesTable()))
        .contains(
            "=\tsea.k8s.io\tv1\tsea/v1",
            "sea/v1.Boat",
            "\t0\tkind\tstring\to",
            "\t2\tspec\tsea/v1.BoatSpec\to",
            "sea/v1.Sailor\tatomic",
            "\t2\trank\tstring\to\t-\t-\t\"mate\"")
        .containsSubsequence(
            "sea/v1.BoatSpec",
            "\t1\tcrew\t[]sea/v1.Sailor\tr\tmap:name\tmerge:name",
            "\t2\trig\t*string\to\t-\t-\t-\tketch,sloop",
            "\t3.1\tweight\tquantity",
            "\t4\towner\tstring",
            "sea/v1.Sailor\tatomic")
        .doesNotContain("sea/v1.Hull", "meta/v1.TypeMeta");
  }

  @Test
  void goNamesContainOnlyUnderivableNames() throws IOException {
    assertThat(make(new GoNamesTable()))
        .containsExactly("sea/v1.BoatSpec", "\t\tHull", "\towner\ttypes.UID", "\trig\tv1.Rig");
  }

  @Test
  void membersListTheirEnumValues() throws IOException {
    assertThat(make(new BuiltInTypesTable()))
        .contains("\t2\trig\t*string\to\t-\t-\t-\tketch,sloop");
  }

  @Test
  void keepsChecksAndTheOrderOfEnumValues() throws IOException {
    List<String> current =
        List.of(
            "sea/v1.BoatSpec",
            "\t9\trig\t*string\t-\t-\t-\t-\tsloop,ketch\tenum immutable",
            "\t9\towner\tstring\t-\t-\t-\t-\t-\trequired",
            "sea/v1.Sailor",
            "\t9\tgone\tstring\t-\t-\t-\t-\t-\trequired");

    assertThat(new BuiltInTypesTable().make(facts(), current))
        .contains(
            "\t2\trig\t*string\to\t-\t-\t-\tsloop,ketch\tenum immutable",
            "\t4\towner\tstring\t-\t-\t-\t-\t-\trequired")
        .noneMatch(line -> line.contains("gone"));
  }

  @Test
  void sortsChangedEnumValues() throws IOException {
    List<String> current =
        List.of("sea/v1.BoatSpec", "\t2\trig\t*string\to\t-\t-\t-\tsloop,yawl,ketch\tenum");

    assertThat(new BuiltInTypesTable().make(facts(), current))
        .contains("\t2\trig\t*string\to\t-\t-\t-\tketch,sloop\tenum");
  }

  @Test
  void keepsTheOrderAndHandKeptLinesOfDefaults() throws IOException {
    List<String> current =
        List.of(
            "sea/v1.Sailor",
            "\tname\t\"Ishmael\"\tkept",
            "sea/v1.BoatSpec",
            "\tcrew\t[]",
            "\trig\t\"ketch\"\tkept",
            "sea/v1.Boat",
            "\tgone\t1",
            "sea/v1.Raft",
            "\tlogs\t4\tkept");

    assertThat(new KindDefaultsTable().make(facts(), current))
        .containsExactly(
            "sea/v1.Sailor",
            "\tname\t\"Ishmael\"\tkept",
            "sea/v1.BoatSpec",
            "\trig\t\"sloop\"",
            "\tweight\t1");
  }

  @Test
  void keepsHandWrittenLinesOfResources() throws IOException {
    List<String> current =
        List.of(
            "sea.k8s.io/v1",
            "boats Boat cluster - -",
            "  verbs list",
            "  fields spec.owner",
            "  /sink create",
            "  | Name | string name | name");

    assertThat(new ResourcesTable().make(facts(), current))
        .containsExactly(
            "",
            "sea.k8s.io/v1",
            "boats Boat namespaced bt -",
            "  verbs create,get",
            "  fields spec.owner",
            "  /sail create SailOptions",
            "  /status get,patch",
            "  | Name | string name | name");
  }

  @Test
  void keepsTheHeadExceptTheVersion() throws IOException {
    var file = new TableFile("t.txt", new GoNamesTable());

    assertThat(file.make(facts(), "# As in Kubernetes 1.30.\n# Two.\nsea/v1.Raft\n"))
        .startsWith("# As in Kubernetes 1.36.\n# Two.\nsea/v1.BoatSpec\n");
  }

  private List<String> make(Table table) throws IOException {
    return table.make(facts(), List.of());
  }

  private Facts facts() throws IOException {
    return new CheckoutReader(SmallCheckout.write(root)).read("v1.36.0");
  }
}
