package io.listwatch.informer;

import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.note;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import java.util.ConcurrentModificationException;
import org.junit.jupiter.api.Test;

final class MutationDetectorTest {
  private final MutationDetector<StringBuilder> detector =
      new MutationDetector<>(new DecodedObjectsTest.CountingCodec());

  @Test
  void unchangedObjectIsNotReported() {
    detector.handedOut(note("a", 1), new StringBuilder("a"));

    assertThat(detector.mutated()).isEmpty();
  }

  @Test
  void changedObjectIsReportedOnce() {
    var changed = new StringBuilder("a");
    detector.handedOut(note("a", 1), changed);
    detector.handedOut(note("b", 1), new StringBuilder("b"));

    changed.append("!");

    assertThat(detector.mutated()).containsExactly(key("a"));
    assertThat(detector.mutated()).isEmpty();
  }

  @Test
  void objectThatCannotBeEncodedCountsAsChanged() {
    var breakable = new BreakableCodec();
    var other = new MutationDetector<>(breakable);
    other.handedOut(note("a", 1), "a");

    breakable.broken = true;

    assertThat(other.mutated()).containsExactly(key("a"));
  }

  private static final class BreakableCodec implements ObjectCodec<String> {
    private boolean broken;

    @Override
    public String decode(Resource object) {
      return object.toString();
    }

    @Override
    public byte[] encode(String value) {
      if (broken) {
        throw new ConcurrentModificationException();
      }
      return value.getBytes(UTF_8);
    }
  }
}
