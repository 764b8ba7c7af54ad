package io.listwatch.reflector;

import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The contract of every {@link ReflectorStore}. Extend it once per store. */
public abstract class ReflectorStoreContract {
  /** Returns the store, the same throughout a test and empty at first. */
  protected abstract ReflectorStore store();

  /** Returns the objects that a reader of the store sees now. */
  protected abstract Collection<Resource> visible();

  @Test
  void showsNothingAtFirst() {
    assertThat(visible()).isEmpty();
  }

  @Test
  void replaceShowsTheList() {
    store().replace(List.of(note("b", 2), note("a", 1)), Set.of(), version(2));

    assertThat(visible()).containsExactlyInAnyOrder(note("a", 1), note("b", 2));
  }

  @Test
  void replaceRemovesObjectsMissingInTheNewList() {
    store().replace(List.of(note("a"), note("b")), Set.of(), version(2));

    store().replace(List.of(note("b")), Set.of(), version(5));

    assertThat(visible()).containsExactly(note("b"));
  }

  @Test
  void replaceRemovesObjectsAddedAfterTheOldList() {
    store().replace(List.of(note("a")), Set.of(), version(2));
    store().add(note("b", 3));

    store().replace(List.of(note("a")), Set.of(), version(5));

    assertThat(visible()).containsExactly(note("a"));
  }

  @Test
  void replaceWithAnEmptyListRemovesEverything() {
    store().replace(List.of(note("a"), note("b")), Set.of(), version(2));

    store().replace(List.of(), Set.of(), version(5));

    assertThat(visible()).isEmpty();
  }

  @Test
  void replaceShowsTheNewStateOfKnownObjects() {
    store().replace(List.of(note("a", 1)), Set.of(), version(2));

    store().replace(List.of(note("a", 4)), Set.of(), version(5));

    assertThat(visible()).containsExactly(note("a", 4));
  }

  @Test
  void replaceRestoresADeletedObject() {
    store().replace(List.of(note("a", 1)), Set.of(), version(2));
    store().delete(note("a", 3));

    store().replace(List.of(note("a", 4)), Set.of(), version(5));

    assertThat(visible()).containsExactly(note("a", 4));
  }

  @Test
  void replaceKeepsTheStateOfUnreadableObjects() {
    store().replace(List.of(note("a", 1), note("b", 2)), Set.of(), version(2));

    store().replace(List.of(note("b", 4)), Set.of(key("a"), key("c")), version(5));

    assertThat(visible()).containsExactlyInAnyOrder(note("a", 1), note("b", 4));
  }

  @Test
  void replaceRemovesAnUnreadableObjectMissingInTheList() {
    store().replace(List.of(note("a", 1)), Set.of(), version(2));
    store().replace(List.of(), Set.of(key("a")), version(3));

    store().replace(List.of(), Set.of(), version(4));

    assertThat(visible()).isEmpty();
  }

  @Test
  void addShowsTheObject() {
    store().add(note("a"));

    assertThat(visible()).containsExactly(note("a"));
  }

  @Test
  void addOfAKnownObjectShowsTheNewState() {
    store().add(note("a", 1));

    store().add(note("a", 2));

    assertThat(visible()).containsExactly(note("a", 2));
  }

  @Test
  void updateShowsTheNewState() {
    store().add(note("a", 1));

    store().update(note("a", 2));

    assertThat(visible()).containsExactly(note("a", 2));
  }

  @Test
  void updateOfAnUnknownObjectAddsIt() {
    store().update(note("a", 2));

    assertThat(visible()).containsExactly(note("a", 2));
  }

  @Test
  void deleteRemovesTheObject() {
    store().add(note("a", 1));
    store().add(note("b", 2));

    store().delete(note("a", 3));

    assertThat(visible()).containsExactly(note("b", 2));
  }

  @Test
  void deleteOfAnUnknownObjectDoesNothing() {
    store().add(note("a", 1));

    store().delete(note("b", 3));

    assertThat(visible()).containsExactly(note("a", 1));
  }

  @Test
  void recreatedObjectIsVisibleAgain() {
    store().add(note("a", 1));
    store().delete(note("a", 2));

    store().add(note("a", 3));

    assertThat(visible()).containsExactly(note("a", 3));
  }

  @Test
  void bookmarkAndResyncChangeNoObject() {
    store().replace(List.of(note("a", 1), note("b", 2)), Set.of(), version(2));

    store().bookmark(version(7));
    store().resync();

    assertThat(visible()).containsExactlyInAnyOrder(note("a", 1), note("b", 2));
  }
}
