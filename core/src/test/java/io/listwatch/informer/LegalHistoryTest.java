package io.listwatch.informer;

import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.note;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.Resource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Checks the checker: it detects each kind of illegal history. */
final class LegalHistoryTest {
  private final LegalHistory<Resource> history = new LegalHistory<>();

  @Test
  void addUpdatesDeleteAndRecreationAreLegal() {
    history.onAdd(view(note("a", 2)), true);
    history.synced();
    history.onUpdate(view(note("a", 2)), view(note("a", 5)));
    history.onUpdate(view(note("a", 5)), view(note("a", 5)));
    history.onDelete(view(note("a", 6)), false);
    history.onAdd(view(incarnation("other", 7)), false);
    history.onDelete(view(incarnation("other", 7)), true);

    history.assertLegalAndEndsAs(Map.of());
  }

  @Test
  void twoAddsAreIllegal() {
    history.onAdd(view(note("a", 2)), false);
    history.onAdd(view(note("a", 3)), false);

    assertIllegal("an add of an object that is known");
  }

  @Test
  void anUpdateOrDeleteBeforeTheAddIsIllegal() {
    history.onUpdate(view(note("a", 2)), view(note("a", 3)));
    assertIllegal("an update of an object that is not known");

    history.onDelete(view(note("b", 3)), false);
    assertIllegal("a delete of an object that is not known");
  }

  @Test
  void olderVersionIsIllegal() {
    history.onAdd(view(note("a", 5)), false);
    history.onUpdate(view(note("a", 5)), view(note("a", 4)));
    assertIllegal("an update back to an older state");

    history.onDelete(view(note("a", 3)), false);
    assertIllegal("a delete of an older state");

    history.onAdd(view(incarnation("other", 2)), false);
    assertIllegal("an add of what is older than its namesake");
  }

  @Test
  void changedUidBetweenAddAndDeleteIsIllegal() {
    history.onAdd(view(note("a", 5)), false);
    history.onUpdate(view(note("a", 5)), view(incarnation("other", 6)));
    assertIllegal("an update to another object of the same name");

    history.onDelete(view(note("a", 7)), false);
    assertIllegal("a delete of another object of the same name");
  }

  @Test
  void updateWithAWrongPreviousStateIsIllegal() {
    history.onAdd(view(note("a", 2)), false);
    history.onUpdate(view(note("a", 3)), view(note("a", 4)));

    assertIllegal("an update that does not begin where the handler was");
  }

  @Test
  void initialAddAfterTheInitialListIsIllegal() {
    history.synced();
    history.onAdd(view(note("a", 2)), true);

    assertIllegal("an initial add after the handler had synced");
  }

  @Test
  void callFromASecondThreadIsIllegal() {
    history.onAdd(view(note("a", 2)), false);
    CompletableFuture.runAsync(() -> history.onAdd(view(note("b", 3)), false)).join();

    assertIllegal("a call by another thread");
  }

  @Test
  void detectsAFinalStateOtherThanTheSources() {
    history.onAdd(view(note("a", 2)), false);

    assertThatThrownBy(() -> history.assertLegalAndEndsAs(Map.of()))
        .isInstanceOf(AssertionError.class);
    assertThat(history.objects()).containsExactly(Map.entry(key("a"), note("a", 2)));
  }

  private void assertIllegal(String violation) {
    assertThatThrownBy(history::assertLegal).hasMessageContaining(violation);
  }

  private static Resource incarnation(String uid, long version) {
    return note(key("a"), uid, version, "text");
  }

  private static View<Resource> view(Resource object) {
    return new View<>(object, new DecodedObjects<>(ObjectCodec.raw(), 0, null));
  }
}
