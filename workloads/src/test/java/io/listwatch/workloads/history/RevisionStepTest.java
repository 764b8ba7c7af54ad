package io.listwatch.workloads.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.listwatch.workloads.history.RevisionStep.Revision;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RevisionStepTest {
  private static final List<Revision> HISTORY =
      List.of(
          new Revision(1, TextNode.valueOf("a")),
          new Revision(4, TextNode.valueOf("b")),
          new Revision(5, TextNode.valueOf("c")));

  @ParameterizedTest
  @CsvSource({
    // template, position of its revision, number
    "c, 2, 5",
    "a, 0, 6",
    "d, -1, 6",
  })
  void newestRevisionHasCurrentTemplate(String template, int found, long number) {
    assertThat(RevisionStep.of(HISTORY, TextNode.valueOf(template)))
        .isEqualTo(new RevisionStep(found, number));
  }

  @ParameterizedTest
  @CsvSource("a, 1")
  void firstRevisionIsOne(String template, long number) {
    assertThat(RevisionStep.of(List.of(), TextNode.valueOf(template)))
        .isEqualTo(new RevisionStep(-1, number));
  }
}
