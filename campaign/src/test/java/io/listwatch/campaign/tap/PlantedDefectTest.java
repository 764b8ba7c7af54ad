package io.listwatch.campaign.tap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class PlantedDefectTest {
  private static final String DELTA =
      "{\"type\":\"MODIFIED\",\"delta\":{\"name\":\"x-1\",\"crc32c\":\"348ccf1c\",\"edit\":[]}}";

  private final List<String> recorded = new ArrayList<>();
  private final AtomicInteger planted = new AtomicInteger();

  private PlantedDefect.Stream stream(PlantedDefect defect) {
    return defect.stream(recorded::add, planted::incrementAndGet);
  }

  private static String event(int version) {
    return """
    {"type":"MODIFIED","object":{"kind":"ConfigMap","metadata":{"name":"x-1",\
    "labels":{"color":"red"},"resourceVersion":"%d"},"data":{"token":"t","note":""}}}\
    """
        .formatted(version);
  }

  @Test
  void reportsVersionAsExpired() {
    PlantedDefect.Stream stream = stream(PlantedDefect.EARLY_EXPIRY);

    for (int i = 1; i <= 5; i++) {
      stream.accept(event(i));
    }

    assertThat(recorded).hasSize(6).endsWith(event(5), PlantedDefect.EXPIRED);
    assertThat(planted).hasValue(1);
  }

  @Test
  void changesChecksumOfOneDelta() {
    PlantedDefect.Stream stream = stream(PlantedDefect.WRONG_DELTA);

    assertThat(stream.delta(event(1))).isEqualTo(event(1));
    assertThat(stream.delta(DELTA)).contains("\"crc32c\":\"forged\"");
    assertThat(stream.delta(DELTA)).isEqualTo(DELTA);
    assertThat(planted).hasValue(1);
  }

  @Test
  void otherDefectsLeaveDeltasAlone() {
    assertThat(stream(PlantedDefect.NONE).delta(DELTA)).isEqualTo(DELTA);
  }
}
