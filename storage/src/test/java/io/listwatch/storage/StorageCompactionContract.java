package io.listwatch.storage;

import static io.listwatch.storage.Stages.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/** Contract of {@link Storage#compact} and {@link Storage#advanceTo}. */
abstract class StorageCompactionContract extends StorageFixture {
  @Test
  void rejectsReadsOfCompactedRevisions() {
    long first = put("a", "one");
    put("a", "two");
    long kept = put("b", "one");

    done(storage.compact(kept));

    var failure = failure(() -> storage.get(key("a"), first), CompactedException.class);
    assertThat(failure.oldest()).isEqualTo(kept);
    failure(() -> storage.range(ALL, 1, kept - 1), CompactedException.class);
    failure(() -> storage.count(ALL, kept - 1), CompactedException.class);
  }

  @Test
  void readsTheOldestKeptAndAllLaterRevisionsExactly() {
    put("a", "one");
    put("gone", "one");
    delete("gone");
    long kept = put("b", "one");
    long later = put("a", "two");

    done(storage.compact(kept));

    assertThat(texts(storage.range(ALL, NO_LIMIT, kept).entries()))
        .containsExactly("a=one", "b=one");
    assertThat(storage.count(ALL, kept)).isEqualTo(2);
    assertThat(texts(storage.range(ALL, NO_LIMIT, later).entries()))
        .containsExactly("a=two", "b=one");
    assertThat(texts(storage.range(ALL, NO_LIMIT).entries())).containsExactly("a=two", "b=one");
  }

  @Test
  void keepsIsTrueIfARevisionCanBeRead() {
    long first = put("a", "one");
    long kept = put("a", "two");
    long later = put("a", "three");
    assertThat(done(storage.keeps(first))).isTrue();

    done(storage.compact(kept));

    assertThat(done(storage.keeps(first))).isFalse();
    assertThat(done(storage.keeps(kept))).isTrue();
    assertThat(done(storage.keeps(later))).isTrue();
  }

  @Test
  void watchAfterACompactedRevisionFailsWithTheOldestKept() {
    long first = put("a", "one");
    long second = put("a", "two");
    long kept = put("a", "three");
    put("a", "four");

    done(storage.compact(kept));

    for (long after : new long[] {first, second}) {
      var watch = watch(ALL, after);
      var failure = failure(() -> next(watch), CompactedException.class);
      assertThat(failure.oldest()).isEqualTo(kept);
      failure(() -> next(watch), CompactedException.class);
    }
  }

  @Test
  void watchAfterTheOldestKeptDeliversPreviousEntries() {
    put("a", "one");
    long kept = put("a", "two");
    long later = put("a", "three");

    done(storage.compact(kept));

    var set = next(watch(ALL, kept));
    assertThat(set.revision()).isEqualTo(later);
    assertThat(set.changes().get(0))
        .isInstanceOfSatisfying(
            Change.Updated.class, updated -> assertThat(text(updated.previous())).isEqualTo("two"));
  }

  @Test
  void compactionDoesNotAffectAWatchThatIsUpToDate() throws InterruptedException {
    var watch = watch(KeyRange.prefix("a/"), currentRevision());
    long first = put("a/1", "one");
    assertThat(next(watch).revision()).isEqualTo(first);
    watch.wakeUp();
    assertThat(watch.next()).as("nothing more").isNull();
    put("b/1", "one");
    long kept = put("b/1", "two");

    done(storage.compact(kept));

    long second = put("a/1", "two");
    assertThat(next(watch).revision()).isEqualTo(second);
  }

  @Test
  void compactingAnEarlierRevisionDoesNothing() {
    long first = put("a", "one");
    long second = put("a", "two");
    long third = put("a", "three");
    done(storage.compact(third));

    done(storage.compact(second));
    done(storage.compact(third));

    failure(() -> storage.get(key("a"), first), CompactedException.class);
    failure(() -> storage.get(key("a"), second), CompactedException.class);
    assertThat(storage.get(key("a"), third)).isPresent();
  }

  @Test
  void rejectsCompactionAtAFutureRevision() {
    long future = put("a", "one") + 1_000_000;

    failure(storage.compact(future), FutureRevisionException.class);

    assertThat(storage.get(key("a"), currentRevision())).isPresent();
  }

  @Test
  void compactionKeepsTheCurrentState() {
    long first = put("a", "one");
    long second = put("b", "one");

    done(storage.compact(second));

    assertThat(storage.get(key("a")))
        .hasValue(new StoredEntry(key("a"), value("one"), first, first, false));
    assertThat(done(storage.update(key("a"), value("two"), first))).isGreaterThan(second);
  }

  @Test
  void advanceToJumpsToARevision() {
    long before = put("a", "one");
    long target = before + 1_000_000_000;

    done(storage.advanceTo(target));

    assertThat(currentRevision()).isGreaterThanOrEqualTo(target);
    assertThat(put("b", "one")).isGreaterThan(target);
    assertThat(texts(storage.range(ALL, NO_LIMIT, target).entries())).containsExactly("a=one");
  }

  @Test
  void skippedRevisionsAreCompacted() {
    long before = put("a", "one");
    long target = before + 1_000_000_000;

    done(storage.advanceTo(target));

    failure(() -> storage.get(key("a"), before), CompactedException.class);
    failure(() -> storage.get(key("a"), target - 1), CompactedException.class);
    assertThat(done(storage.keeps(target - 1))).isFalse();
    assertThat(done(storage.keeps(target))).isTrue();
    for (long after : new long[] {before, before + 1, target - 1}) {
      var failure = failure(() -> next(watch(ALL, after)), CompactedException.class);
      assertThat(failure.oldest()).isGreaterThanOrEqualTo(target);
    }
  }

  @Test
  void watchAfterTheJumpDeliversLaterChanges() {
    put("a", "one");
    long target = currentRevision() + 1_000_000_000;
    done(storage.advanceTo(target));
    var watch = watch(ALL, target);

    long later = put("a", "two");

    assertThat(next(watch).revision()).isEqualTo(later).isGreaterThan(target);
  }

  @Test
  void jumpFailsOpenWatchesAsCompacted() throws InterruptedException {
    var watch = watch(ALL, currentRevision());
    watch.wakeUp();
    assertThat(watch.next()).isNull();

    done(storage.advanceTo(currentRevision() + 1_000_000_000));

    failure(() -> next(watch), CompactedException.class);
  }

  @Test
  void jumpKeepsTheRevisionsOfKeys() {
    long revision = put("a", "one");
    var entry = storage.get(key("a"));

    done(storage.advanceTo(revision + 1_000_000_000));

    assertThat(storage.get(key("a"))).isEqualTo(entry);
    done(storage.update(key("a"), value("two"), revision));
    assertThat(storage.get(key("a")).map(StorageFixture::text)).hasValue("two");
  }

  @Test
  void advanceToAnEarlierRevisionDoesNothing() {
    long first = put("a", "one");
    long second = put("a", "two");

    done(storage.advanceTo(first));
    done(storage.advanceTo(second));

    assertThat(storage.get(key("a"), first).map(StorageFixture::text)).hasValue("one");
    assertThat(put("a", "three")).isGreaterThan(second);
  }

  @Test
  void rejectsRevisionsBelowOne() {
    assertThatIllegalArgumentException().isThrownBy(() -> storage.keeps(0));
    assertThatIllegalArgumentException().isThrownBy(() -> storage.compact(0));
    assertThatIllegalArgumentException().isThrownBy(() -> storage.advanceTo(0));
  }
}
