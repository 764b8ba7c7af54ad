package io.listwatch.following.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FactsFileTest {
  @Test
  void parsesFactsAsWritten(@TempDir Path root) throws IOException {
    Facts facts = new CheckoutReader(SmallCheckout.write(root)).read("v1.36.0");

    assertThat(FactsParser.parse(FactsFile.write(facts))).isEqualTo(facts);
  }

  @Test
  void rejectsMalformedLines() {
    assertThatThrownBy(() -> FactsParser.parse("boat\tsloop\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("boat");
    assertThatThrownBy(() -> FactsParser.parse("resource\tv1\tpods\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pods");
  }
}
