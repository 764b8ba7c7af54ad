package io.listwatch.store;

import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.Resource;
import io.listwatch.reflector.ReflectorStore;
import io.listwatch.reflector.ReflectorStoreContract;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class UndeltaStoreTest extends ReflectorStoreContract {
  private final List<List<Resource>> pushed = new ArrayList<>();
  private final UndeltaStore store = new UndeltaStore(pushed::add);

  @Override
  protected ReflectorStore store() {
    return store;
  }

  @Override
  protected Collection<Resource> visible() {
    return pushed.isEmpty() ? List.of() : pushed.get(pushed.size() - 1);
  }

  @Test
  void everyChangePushesTheWholeListOnce() {
    store.replace(List.of(note("c", 1), note("a", 2)), Set.of(), version(3));
    store.add(note("b", 4));
    store.update(note("a", 5));
    store.delete(note("c", 6));

    assertThat(pushed)
        .containsExactly(
            List.of(note("a", 2), note("c", 1)),
            List.of(note("a", 2), note("b", 4), note("c", 1)),
            List.of(note("a", 5), note("b", 4), note("c", 1)),
            List.of(note("a", 5), note("b", 4)));
  }

  @Test
  void deletionOfAnUnknownObjectIsPushed() {
    store.delete(note("a"));

    assertThat(pushed).containsExactly(List.of());
  }

  @Test
  void bookmarksAndResyncsAreNotPushed() {
    store.add(note("a"));

    store.bookmark(version(2));
    store.resync();

    assertThat(pushed).hasSize(1);
  }

  @Test
  void aPushedListCannotBeChanged() {
    store.add(note("a"));

    assertThatThrownBy(() -> pushed.get(0).clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void theVersionFollowsChangesAndBookmarks() {
    store.replace(List.of(note("a", 1)), Set.of(), version(3));
    assertThat(store.snapshot().version()).isEqualTo(version(3));

    store.update(note("a", 4));
    assertThat(store.snapshot().version()).isEqualTo(version(4));

    store.delete(note("a", 5));
    assertThat(store.snapshot().version()).isEqualTo(version(5));

    store.bookmark(version(6));
    assertThat(store.snapshot().version()).isEqualTo(version(6));
  }

  @Test
  void changeIsAppliedEvenIfThePushFails() {
    var failing =
        new UndeltaStore(
            list -> {
              throw new IllegalStateException("no");
            });

    assertThatThrownBy(() -> failing.add(note("a", 1))).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> failing.add(note("b", 2))).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> failing.delete(note("a", 3)))
        .isInstanceOf(IllegalStateException.class);

    assertThat(failing.snapshot().all()).containsExactly(note("b", 2));
    assertThat(failing.snapshot().version()).isEqualTo(version(3));
    assertThat(failing.snapshot().contains(key("a"))).isFalse();
  }
}
