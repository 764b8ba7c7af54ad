package io.listwatch.store;

import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.labelled;
import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.selector.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class IndexedStoreTest {
  private final List<String> failures = new ArrayList<>();
  private final IndexedStore store =
      new IndexedStore(
          (index, object, cause) ->
              failures.add(index.name() + " " + object.key() + " " + cause.getMessage()));

  @Test
  void isEmptyAtFirst() {
    StoreSnapshot snapshot = store.snapshot();

    assertThat(snapshot.size()).isZero();
    assertThat(snapshot.all()).isEmpty();
    assertThat(snapshot.get(key("a"))).isNull();
    assertThat(snapshot.version().isUnset()).isTrue();
  }

  @Test
  void changesAreVisibleOnCommit() {
    StoreTransaction transaction = store.transaction();
    transaction.put(note("a", 1));
    transaction.put(note("b", 2));
    transaction.version(version(2));
    assertThat(store.snapshot().size()).isZero();

    StoreSnapshot committed = transaction.commit();

    assertThat(store.snapshot()).isSameAs(committed);
    assertThat(committed.all()).containsExactly(note("a", 1), note("b", 2));
    assertThat(committed.version()).isEqualTo(version(2));
  }

  @Test
  void transactionSeesItsOwnChanges() {
    put(note("a", 1));
    StoreTransaction transaction = store.transaction();

    assertThat(transaction.put(note("a", 2))).isEqualTo(note("a", 1));
    assertThat(transaction.put(note("a", 3))).isEqualTo(note("a", 2));
    assertThat(transaction.remove(key("a"))).isEqualTo(note("a", 3));
    assertThat(transaction.get(key("a"))).isNull();
    assertThat(transaction.remove(key("a"))).isNull();
    assertThat(transaction.put(note("a", 4))).isNull();
  }

  @Test
  void snapshotDoesNotChange() {
    store.addIndex(Index.label("app", "app"));
    put(labelled("a", 1, "{\"app\":\"x\"}"), labelled("b", 2, "{\"app\":\"x\"}"));
    StoreSnapshot snapshot = store.snapshot();

    StoreTransaction transaction = store.transaction();
    transaction.replace(List.of(note("c", 3)), Set.of(), version(3));
    transaction.commit();

    assertThat(snapshot.all()).extracting(Resource::key).containsExactly(key("a"), key("b"));
    assertThat(snapshot.byIndex("app", "x")).hasSize(2);
    assertThat(snapshot.version().isUnset()).isTrue();
    assertThat(store.snapshot().all()).containsExactly(note("c", 3));
  }

  @Test
  void unsetVersionDoesNotChangeTheVersion() {
    StoreTransaction transaction = store.transaction();
    transaction.version(version(5));
    transaction.version(ResourceVersion.UNSET);

    assertThat(transaction.commit().version()).isEqualTo(version(5));
  }

  @Test
  void replaceKeepsTheIdentityOfUnchangedObjects() {
    Resource a = note("a", 1);
    put(a, note("b", 2));

    StoreTransaction transaction = store.transaction();
    transaction.replace(List.of(note("a", 1), note("b", 3)), Set.of(), version(4));
    transaction.commit();

    assertThat(store.snapshot().get(key("a"))).isSameAs(a);
    assertThat(store.snapshot().get(key("b"))).isEqualTo(note("b", 3));
    assertThat(store.snapshot().version()).isEqualTo(version(4));
  }

  @Test
  void replaceDiscardsEarlierChangesOfTheTransaction() {
    StoreTransaction transaction = store.transaction();
    transaction.put(note("a", 1));
    transaction.replace(List.of(note("b", 2)), Set.of(), version(2));

    assertThat(transaction.commit().all()).containsExactly(note("b", 2));
  }

  @Test
  void rejectsAConcurrentTransaction() {
    StoreTransaction one = store.transaction();
    StoreTransaction another = store.transaction();
    one.put(note("a"));
    another.put(note("b"));
    one.commit();

    assertThatIllegalStateException().isThrownBy(another::commit);

    assertThat(store.snapshot().all()).containsExactly(note("a"));
  }

  @Test
  void diffReportsChanges() {
    put(note("a", 1), note("b", 2), note("c", 3));
    StoreSnapshot before = store.snapshot();
    StoreTransaction transaction = store.transaction();
    transaction.replace(List.of(note("b", 2), note("c", 4), note("d", 5)), Set.of(), version(5));
    var seen = new ArrayList<String>();

    before.diff(
        transaction.commit(),
        new DiffVisitor<>() {
          @Override
          public void added(ResourceKey key, Resource value) {
            seen.add("+" + value.version() + key.name());
          }

          @Override
          public void changed(ResourceKey key, Resource old, Resource value) {
            seen.add(old.version() + ">" + value.version() + key.name());
          }

          @Override
          public void removed(ResourceKey key, Resource value) {
            seen.add("-" + value.version() + key.name());
          }
        });

    assertThat(seen).containsExactly("-1a", "3>4c", "+5d");
  }

  @Test
  void objectsAreInTheOrderOfTheirKeys() {
    put(note("b/x"), note("a/z"), note("a-b/y"), note("a/c"));

    assertThat(store.snapshot().stream().map(object -> object.key().toString()))
        .containsExactly("a-b/y", "a/c", "a/z", "b/x");
  }

  /** Namespaces with a common prefix are neighbours, and a dash comes before the slash. */
  @Test
  void namespaceExcludesItsNeighbours() {
    put(note("a/x"), note("a-b/x"), note("a0/x"), note("a.b/x"), note("aa/x"), note("a/y"));

    assertThat(store.snapshot().inNamespace("a")).containsExactly(note("a/x"), note("a/y"));
    assertThat(store.snapshot().inNamespace("a-b")).containsExactly(note("a-b/x"));
    assertThat(store.snapshot().inNamespace("a0")).containsExactly(note("a0/x"));
    assertThat(store.snapshot().inNamespace("b")).isEmpty();
    assertThat(store.snapshot().inNamespace("a").size()).isEqualTo(2);
  }

  @Test
  void objectsAreSelectedByLabels() {
    Resource web = labelled("a/x", 1, "{\"app\":\"web\"}");
    Resource other = labelled("b/x", 2, "{\"app\":\"web\"}");
    put(web, other, labelled("a/y", 3, "{\"app\":\"db\"}"), note("a/z"));
    StoreSnapshot snapshot = store.snapshot();
    LabelSelector selector = LabelSelector.where("app").is("web");

    assertThat(snapshot.select(selector)).containsExactly(web, other);
    assertThat(snapshot.select("a", selector)).containsExactly(web);
    assertThat(snapshot.select(LabelSelector.everything())).hasSize(4);
    assertThat(snapshot.select("a", LabelSelector.everything())).hasSize(3);
    assertThat(snapshot.select(LabelSelector.nothing())).isEmpty();
  }

  @Test
  void collectionsAreUnmodifiable() {
    put(note("a"));

    assertThatThrownBy(() -> store.snapshot().all().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> store.snapshot().all().add(note("b")))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void indexFindsObjectsByTheValueAtAPath() {
    store.addIndex(Index.path("node", "spec.nodeName"));
    store.addIndex(Index.path("image", "spec.containers[*].image"));
    Resource pod =
        labelled(
            "a",
            1,
            "{}",
            "{\"nodeName\":\"n1\",\"containers\":[{\"image\":\"x\"},{\"image\":\"y\"}]}");
    put(pod, labelled("b", 2, "{}", "{\"nodeName\":\"n2\"}"), note("c", 3));
    StoreSnapshot snapshot = store.snapshot();

    assertThat(snapshot.byIndex("node", "n1")).containsExactly(pod);
    assertThat(snapshot.byIndex("image", "x")).containsExactly(pod);
    assertThat(snapshot.byIndex("image", "y")).containsExactly(pod);
    assertThat(snapshot.byIndex("node", "n3")).isEmpty();
    assertThat(snapshot.indexValues("node")).containsExactly("n1", "n2");
    assertThat(snapshot.indexValues("image")).containsExactly("x", "y");
  }

  @Test
  void indexFindsObjectsByALabel() {
    store.addIndex(Index.label("by-app", "app"));
    put(labelled("a", 1, "{\"app\":\"web\"}"), labelled("b", 2, "{}"));

    assertThat(store.snapshot().byIndex("by-app", "web"))
        .containsExactly(labelled("a", 1, "{\"app\":\"web\"}"));
    assertThat(store.snapshot().indexValues("by-app")).containsExactly("web");
  }

  @Test
  void indexFollowsChangedValues() {
    store.addIndex(Index.label("app", "app"));
    put(labelled("a", 1, "{\"app\":\"x\"}"));

    put(labelled("a", 2, "{\"app\":\"y\"}"));

    assertThat(store.snapshot().byIndex("app", "x")).isEmpty();
    assertThat(store.snapshot().byIndex("app", "y")).hasSize(1);
  }

  @Test
  void indexHoldsTheNewStateOfAnObjectWithUnchangedValues() {
    store.addIndex(Index.label("app", "app"));
    put(labelled("a", 1, "{\"app\":\"x\"}"));

    put(labelled("a", 2, "{\"app\":\"x\"}"));

    assertThat(store.snapshot().byIndex("app", "x"))
        .containsExactly(labelled("a", 2, "{\"app\":\"x\"}"));
  }

  /** Otherwise an index of short-lived values would grow without bound. */
  @Test
  void removesUnusedIndexValues() {
    store.addIndex(Index.label("app", "app"));
    put(labelled("a", 1, "{\"app\":\"x\"}"));

    StoreTransaction transaction = store.transaction();
    transaction.remove(key("a"));
    transaction.commit();

    assertThat(store.snapshot().indexValues("app")).isEmpty();
  }

  @Test
  void duplicateIndexValueCountsOnce() {
    store.addIndex(Index.of("twice", object -> List.of("x", "y", "x")));
    put(note("a"));

    assertThat(store.snapshot().byIndex("twice", "x")).containsExactly(note("a"));
    assertThat(store.snapshot().indexValues("twice")).containsExactly("x", "y");
  }

  /**
   * The value is read from each object's bytes, but a thousand objects must not keep a thousand
   * copies.
   */
  @Test
  void sharedIndexValueIsStoredOnce() {
    store.addIndex(Index.path("node", "spec.nodeName"));
    put(
        labelled("a", 1, "{}", "{\"nodeName\":\"n1\"}"),
        labelled("b", 2, "{}", "{\"nodeName\":\"n1\"}"));

    var values = store.snapshot().indexes().get(0).valuesByKey();

    assertThat(values.get(key("a"))).isEqualTo("n1").isSameAs(values.get(key("b")));
  }

  @Test
  void indexAddedLaterCoversExistingObjects() {
    put(labelled("a", 1, "{\"app\":\"x\"}"));

    store.addIndex(Index.label("app", "app"));

    assertThat(store.snapshot().byIndex("app", "x")).hasSize(1);
    assertThat(store.snapshot().all()).hasSize(1);
  }

  @Test
  void indexAddedDuringATransactionCoversItsChanges() {
    put(labelled("a", 1, "{\"app\":\"x\"}"));
    StoreTransaction transaction = store.transaction();
    transaction.put(labelled("a", 2, "{\"app\":\"y\"}"));
    transaction.put(labelled("b", 3, "{\"app\":\"y\"}"));

    store.addIndex(Index.label("app", "app"));
    transaction.commit();

    assertThat(store.snapshot().byIndex("app", "x")).isEmpty();
    assertThat(store.snapshot().byIndex("app", "y")).hasSize(2);
  }

  @Test
  void commitDoesNotRecomputeOtherIndexesForANewIndex() {
    var asked = new ArrayList<Resource>();
    store.addIndex(
        Index.of(
            "first",
            object -> {
              asked.add(object);
              if (asked.size() == 1) {
                store.addIndex(Index.label("app", "app"));
              }
              return List.of("x");
            }));

    put(labelled("a", 1, "{\"app\":\"y\"}"));

    assertThat(asked).hasSize(1);
    assertThat(store.snapshot().byIndex("first", "x")).hasSize(1);
    assertThat(store.snapshot().byIndex("app", "y")).hasSize(1);
  }

  @Test
  void indexCatchesUpWithCommitsDuringItsBuild() {
    put(labelled("a", 1, "{\"app\":\"x\"}"), labelled("b", 2, "{\"app\":\"x\"}"));
    var asked = new ArrayList<String>();

    store.addIndex(
        Index.of(
            "app",
            object -> {
              asked.add(object.key().name());
              if (asked.size() == 1) {
                put(labelled("b", 3, "{\"app\":\"y\"}"), labelled("c", 4, "{\"app\":\"y\"}"));
              }
              return object.labelMap().values();
            }));

    assertThat(asked).containsExactly("a", "b", "b", "c");
    assertThat(store.snapshot().byIndex("app", "x"))
        .extracting(Resource::key)
        .containsExactly(key("a"));
    assertThat(store.snapshot().byIndex("app", "y")).hasSize(2);
  }

  @Test
  void rejectsADuplicateIndexName() {
    store.addIndex(Index.label("app", "app"));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> store.addIndex(Index.path("app", "spec.app")))
        .withMessageContaining("app");
  }

  @Test
  void unknownIndexIsRejectedWithTheKnownNames() {
    store.addIndex(Index.label("app", "app"));
    store.addIndex(Index.label("tier", "tier"));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> store.snapshot().byIndex("nope", "x"))
        .withMessage("index: nope (expected: one of [app, tier])");
    assertThatIllegalArgumentException().isThrownBy(() -> store.snapshot().indexValues("nope"));
  }

  @Test
  void objectIsStoredEvenIfAnIndexFails() {
    store.addIndex(
        Index.of(
            "bad",
            object -> {
              if (object.key().equals(key("a"))) {
                throw new IllegalStateException("no idea");
              }
              return List.of("x");
            }));
    store.addIndex(Index.label("app", "app"));

    put(labelled("a", 1, "{\"app\":\"y\"}"), note("b", 2));

    assertThat(store.snapshot().all()).hasSize(2);
    assertThat(store.snapshot().byIndex("bad", "x")).containsExactly(note("b", 2));
    assertThat(store.snapshot().byIndex("app", "y")).hasSize(1);
    assertThat(failures).containsExactly("bad default/a no idea");
  }

  @Test
  void objectCanBeRemovedAndAddedAgainAfterAnIndexFailed() {
    store.addIndex(
        Index.of(
            "moody",
            object -> {
              if (object.version().equals(version(2))) {
                throw new IllegalStateException("no idea");
              }
              return List.of("x");
            }));
    put(note("a", 1));

    put(note("a", 2));
    assertThat(store.snapshot().byIndex("moody", "x")).isEmpty();

    put(note("a", 3));
    assertThat(store.snapshot().byIndex("moody", "x")).containsExactly(note("a", 3));
    assertThat(failures).hasSize(1);
  }

  @Test
  void rejectsAnIndexWithoutAName() {
    assertThatIllegalArgumentException().isThrownBy(() -> Index.label("", "app"));
  }

  private void put(Resource... objects) {
    StoreTransaction transaction = store.transaction();
    for (Resource object : objects) {
      transaction.put(object);
    }
    transaction.commit();
  }
}
