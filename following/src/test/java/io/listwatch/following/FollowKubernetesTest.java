package io.listwatch.following;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.following.facts.Facts;
import io.listwatch.following.facts.FactsParser;
import io.listwatch.following.table.TableFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FollowKubernetesTest {
  private static final Path HERE = Path.of("..");
  private static final String TYPES = TableFile.all().get(0).path();

  private final Path tree;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  FollowKubernetesTest(@TempDir Path tree) {
    this.tree = tree;
  }

  @BeforeEach
  void copyTables() throws IOException {
    copy(FollowKubernetes.FACTS);
    for (TableFile file : TableFile.all()) {
      copy(file.path());
    }
  }

  private void copy(String file) throws IOException {
    Files.createDirectories(tree.resolve(file).resolveSibling(""));
    Files.copy(HERE.resolve(file), tree.resolve(file));
  }

  @Test
  void reportsChangesAndTopicsToReview() throws IOException {
    follow(nextVersion(), false);

    assertThat(printed.toString(UTF_8))
        .contains("-> v9.8.7")
        .contains("+ core/v1.Toleration.patience: 77 patience *int32 o")
        .contains("~ core/v1.Toleration.operator: ", "Equal,Exists,Gt,Lt,Near")
        .contains("built-in-types.txt: 1 added, 0 removed, 1 changed")
        .contains("+ core/v1.Toleration.Patience: +featureGate=Waiting")
        .contains("~ pkg/apis/core/v1/defaults.go SetDefaults_Container: ");
    assertThat(tree.resolve(TYPES)).hasSameBinaryContentAs(HERE.resolve(TYPES));
  }

  @Test
  void writesFactsAndTablesThatTheNextReportStartsFrom() throws IOException {
    follow(nextVersion(), true);

    assertThat(tree.resolve(TYPES)).content().contains("\t77\tpatience\t*int32\to\n");
    assertThat(tree.resolve(TYPES)).content().contains("Kubernetes 9.8 ");
    printed.reset();
    follow(nextVersion(), false);
    assertThat(printed.toString(UTF_8).lines()).noneMatch(line -> line.matches(" +[+~-] .*"));
  }

  private void follow(Facts facts, boolean write) throws IOException {
    new FollowKubernetes(tree, new PrintStream(printed, true, UTF_8)).follow(facts, write);
  }

  /** Returns the committed facts with one more field and value, and with one changed function. */
  private static Facts nextVersion() throws IOException {
    String facts = Files.readString(HERE.resolve(FollowKubernetes.FACTS));
    return FactsParser.parse(
        facts
            .replaceFirst("(?m)^kubernetes\t.*", "kubernetes\tv9.8.7")
            .replaceFirst("(?m)^(\tSetDefaults_Container)\t.*", "$1\t00000000")
            .replaceFirst("(?m)^(type\tcore/v1.TolerationOperator\t.*\n.*)", "$1\tNear")
            .replaceFirst(
                "(?m)^(type\tcore/v1.Toleration\t.*)",
                "$1\n\tPatience\t*int32\tpatience,omitempty\t77\t-\tfeatureGate=Waiting"));
  }
}
