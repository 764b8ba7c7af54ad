package io.listwatch.server.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AcceptHeaderTest {
  @Test
  void ordinaryHeaderIsReadWhole() {
    assertThat(AcceptHeader.shortened(List.of())).isNull();
    assertThat(AcceptHeader.shortened(List.of("application/json, */*"))).isNull();
    assertThat(AcceptHeader.shortened(List.of("application/json", "*/*"))).isNull();
  }

  @Test
  void readsTheFirstRanges() {
    String ranges = ranges(AcceptHeader.MAX_RANGES);

    assertThat(AcceptHeader.shortened(List.of(ranges))).isNull();
    assertThat(AcceptHeader.shortened(List.of(ranges + ","))).isEqualTo(ranges);
    assertThat(AcceptHeader.shortened(List.of(ranges + ",c/d"))).isEqualTo(ranges);
    assertThat(AcceptHeader.shortened(Collections.nCopies(8_000, "a/b"))).isEqualTo(ranges);
  }

  @Test
  void readsRangesThatEndWithinTheLength() {
    String range = "a/b;c=" + "d".repeat(AcceptHeader.MAX_LENGTH - 6);

    assertThat(AcceptHeader.shortened(List.of(range))).isNull();
    assertThat(AcceptHeader.shortened(List.of(range + ",e/f"))).isEqualTo(range);
    assertThat(AcceptHeader.shortened(List.of(range + "d"))).isEmpty();
    assertThat(AcceptHeader.shortened(List.of("e/f," + range))).isEqualTo("e/f");
  }

  private static String ranges(int count) {
    return String.join(",", Collections.nCopies(count, "a/b"));
  }
}
