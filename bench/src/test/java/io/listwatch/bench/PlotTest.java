package io.listwatch.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlotTest {
  @Test
  void writesWellFormedSvgWithALineAndItsName() throws Exception {
    var plot = new Plot("CPU & <time>", "writes");
    plot.add("Listwatch", List.of(2_000.0, 4_000.0), List.of(3.0, 1.0));

    String svg = plot.svg();

    var parsed =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    assertThat(parsed.getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo("CPU & <time>");
    assertThat(svg).contains(">Listwatch<", "d=\"M 380.0 56.0 L 704.0 202.7\"");
  }

  /** The style sheet of the console is in the source tree, next to this module. */
  @Test
  void hasTheColorsOfTheConsole() throws IOException {
    var plot = new Plot("CPU", "writes");
    plot.add("Listwatch", List.of(1.0, 2.0), List.of(3.0, 1.0));
    String style =
        Files.readString(Path.of("../console/src/main/resources/io/listwatch/console/style.css"));

    assertThat(Pattern.compile("light-dark\\([^)]*\\)").matcher(plot.svg()).results())
        .extracting(MatchResult::group)
        .isNotEmpty()
        .allSatisfy(color -> assertThat(style).contains(color));
  }

  @Test
  void lineOfZerosHasAnAxis() {
    var plot = new Plot("Failures", "seconds");
    plot.add("failures", List.of(0.0), List.of(0.0));

    assertThat(plot.svg()).contains(">0<", ">1<").doesNotContain("NaN", "Infinity");
  }

  @Test
  void rejectsLineWithoutAPoint() {
    var plot = new Plot("CPU", "writes");

    assertThatThrownBy(() -> plot.add("none", List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("none");
  }

  @ParameterizedTest
  @CsvSource({"4.6, 1", "60000, 20000", "0.9, 0.2", "5, 1"})
  void stepsAreRoundNumbers(double end, double step) {
    assertThat(Plot.step(end)).isEqualTo(step);
  }
}
