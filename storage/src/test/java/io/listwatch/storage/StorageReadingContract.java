package io.listwatch.storage;

import static io.listwatch.storage.Stages.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Contract of reads. */
abstract class StorageReadingContract extends StorageFixture {
  @Test
  void unwrittenKeyIsAbsent() {
    assertThat(storage.get(key("key"))).isEmpty();
  }

  @Test
  void rangeIsInUnsignedKeyOrder() {
    var ordered =
        List.of(
            key(),
            key(0),
            key(0, 0),
            key(1),
            key(0x7f),
            key(0x80),
            key(0xfe, 0xff),
            key(0xff),
            key(0xff, 0xff));
    var shuffled = IntStream.range(0, ordered.size()).map(i -> i * 4 % ordered.size());

    shuffled.forEach(i -> done(storage.create(ordered.get(i), value("value"))));

    assertThat(keys(storage.range(ALL, NO_LIMIT).entries())).isEqualTo(ordered);
  }

  @Test
  void emptyKeyIsAValidKey() {
    long revision = done(storage.create(Key.EMPTY, value("value")));

    assertThat(storage.get(Key.EMPTY).orElseThrow().revision()).isEqualTo(revision);
    assertThat(storage.count(KeyRange.only(Key.EMPTY))).isOne();
    assertThat(done(storage.delete(Key.EMPTY))).isPresent();
    assertThat(storage.get(Key.EMPTY)).isEmpty();
  }

  @Test
  void prefixRangeReturnsKeysThatStartWithIt() {
    List.of("a/", "a/b", "a/b/c", "a0", "a.", "b/", "a").forEach(key -> put(key, "value"));

    var page = storage.range(KeyRange.prefix("a/"), NO_LIMIT);

    assertThat(keys(page.entries())).containsExactly(key("a/"), key("a/b"), key("a/b/c"));
  }

  @Test
  void prefixMayEndInByteFf() {
    var inside = List.of(key(1, 0xff), key(1, 0xff, 0), key(1, 0xff, 0xff));
    var outside = List.of(key(1, 0xfe), key(2), key(2, 0));
    inside.forEach(key -> done(storage.create(key, value("inside"))));
    outside.forEach(key -> done(storage.create(key, value("outside"))));

    var page = storage.range(KeyRange.prefix(key(1, 0xff)), NO_LIMIT);

    assertThat(keys(page.entries())).isEqualTo(inside);
  }

  @Test
  void prefixOfOnlyFfBytesHasNoUpperEnd() {
    var inside = List.of(key(0xff, 0xff), key(0xff, 0xff, 0xff));
    inside.forEach(key -> done(storage.create(key, value("inside"))));
    done(storage.create(key(0xff, 0xfe), value("outside")));

    var range = KeyRange.prefix(key(0xff, 0xff));

    assertThat(keys(storage.range(range, NO_LIMIT).entries())).isEqualTo(inside);
    assertThat(storage.count(range)).isEqualTo(2);
  }

  @Test
  void rangeIncludesItsLowerEndAndExcludesItsUpperEnd() {
    List.of("a", "b", "c", "d").forEach(key -> put(key, "value"));

    assertThat(keys(storage.range(KeyRange.between(key("b"), key("d")), NO_LIMIT).entries()))
        .containsExactly(key("b"), key("c"));
    assertThat(keys(storage.range(KeyRange.from(key("c")), NO_LIMIT).entries()))
        .containsExactly(key("c"), key("d"));
    assertThat(keys(storage.range(KeyRange.only(key("c")), NO_LIMIT).entries()))
        .containsExactly(key("c"));
  }

  @Test
  void rangeWithReversedEndsIsEmpty() {
    put("b", "value");

    var range = KeyRange.between(key("c"), key("a"));

    assertThat(storage.range(range, NO_LIMIT).entries()).isEmpty();
    assertThat(storage.range(range, NO_LIMIT).rest()).isEmpty();
    assertThat(storage.count(range)).isZero();
  }

  @Test
  void rangeReturnsCompleteEntries() {
    long created = put("a", "one");
    long updated = put("a", "two");

    var entry = new StoredEntry(key("a"), value("two"), created, updated, false);

    assertThat(storage.range(ALL, NO_LIMIT).entries()).containsExactly(entry);
    assertThat(storage.range(ALL, NO_LIMIT, updated).entries()).containsExactly(entry);
  }

  @Test
  void rangeReturnsTheRevisionThatWasRead() {
    long written = put("a", "one");

    assertThat(storage.range(KeyRange.prefix("z"), 1).revision()).isGreaterThanOrEqualTo(written);
    assertThat(storage.range(ALL, 1, written).revision()).isEqualTo(written);
  }

  @Test
  void pageHasTheRequestedNumberOfEntriesAndTheRestFollows() {
    List.of("a", "b", "c", "d", "e").forEach(key -> put(key, "value"));

    var first = storage.range(ALL, 2);
    var second = storage.range(first.rest().orElseThrow(), 2, first.revision());
    var third = storage.range(second.rest().orElseThrow(), 2, first.revision());

    assertThat(keys(first.entries())).containsExactly(key("a"), key("b"));
    assertThat(keys(second.entries())).containsExactly(key("c"), key("d"));
    assertThat(keys(third.entries())).containsExactly(key("e"));
    assertThat(third.rest()).isEmpty();
  }

  @Test
  void lastPageHasNoRest() {
    List.of("a", "b").forEach(key -> put(key, "value"));

    assertThat(storage.range(ALL, 2).rest()).isEmpty();
    assertThat(storage.range(ALL, 3).rest()).isEmpty();
  }

  @Test
  void pagesAtOneRevisionDoNotSeeLaterWrites() {
    for (int i = 10; i < 30; i++) {
      put("key " + i, "old");
    }
    var page = storage.range(ALL, 3);
    var seen = new ArrayList<>(page.entries());

    while (page.rest().isPresent()) {
      String last = page.entries().get(page.entries().size() - 1).key().toString();
      put(last + " more", "new");
      put("key 29", "new");
      done(storage.delete(key("key 28")));
      page = storage.range(page.rest().orElseThrow(), 3, page.revision());
      seen.addAll(page.entries());
    }

    assertThat(texts(seen))
        .isEqualTo(IntStream.range(10, 30).mapToObj(i -> "key " + i + "=old").toList());
  }

  @Test
  void readsLargeValuesPageByPage() {
    byte[] large = new byte[storage.maxValueBytes()];
    for (int i = 0; i < 4; i++) {
      done(storage.create(key("key " + i), large));
    }

    var page = storage.range(ALL, NO_LIMIT);
    var seen = new ArrayList<>(page.entries());
    while (page.rest().isPresent()) {
      page = storage.range(page.rest().orElseThrow(), NO_LIMIT, page.revision());
      assertThat(page.entries()).isNotEmpty();
      seen.addAll(page.entries());
    }

    assertThat(keys(seen)).containsExactly(key("key 0"), key("key 1"), key("key 2"), key("key 3"));
  }

  @Test
  void readsPastRevisionsExactly() {
    long first = put("a", "one");
    long second = put("b", "one");
    long third = put("a", "two");
    long fourth = delete("a");

    assertThat(storage.get(key("a"), first).map(StorageFixture::text)).hasValue("one");
    assertThat(storage.get(key("b"), first)).isEmpty();
    assertThat(storage.get(key("a"), third).map(StorageFixture::text)).hasValue("two");
    assertThat(storage.get(key("a"), fourth)).isEmpty();
    assertThat(texts(storage.range(ALL, NO_LIMIT, first).entries())).containsExactly("a=one");
    assertThat(texts(storage.range(ALL, NO_LIMIT, second).entries()))
        .containsExactly("a=one", "b=one");
    assertThat(texts(storage.range(ALL, NO_LIMIT, third).entries()))
        .containsExactly("a=two", "b=one");
    assertThat(texts(storage.range(ALL, NO_LIMIT, fourth).entries())).containsExactly("b=one");
  }

  @Test
  void countCountsTheKeysOfARange() {
    List.of("a/1", "a/2", "b/1").forEach(key -> put(key, "value"));
    long before = currentRevision();
    delete("a/1");

    assertThat(storage.count(KeyRange.prefix("a/"))).isOne();
    assertThat(storage.count(KeyRange.prefix("a/"), before)).isEqualTo(2);
    assertThat(storage.count(ALL)).isEqualTo(2);
    assertThat(storage.count(ALL, before)).isEqualTo(3);
    assertThat(storage.count(KeyRange.prefix("c/"))).isZero();
  }

  @Test
  void rejectsReadsOfFutureRevisions() {
    put("a", "one");
    // Far ahead, so that no other user of a shared storage can reach it.
    long future = currentRevision() + 1_000_000;

    var failure = failure(() -> storage.get(key("a"), future), FutureRevisionException.class);
    failure(() -> storage.range(ALL, 1, future), FutureRevisionException.class);
    failure(() -> storage.count(ALL, future), FutureRevisionException.class);

    assertThat(failure.current()).isGreaterThanOrEqualTo(1).isLessThan(future);
  }

  @Test
  void rejectsInvalidLimitsAndRevisions() {
    assertThatIllegalArgumentException().isThrownBy(() -> storage.range(ALL, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> storage.range(ALL, 1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> storage.get(key("a"), 0));
    assertThatIllegalArgumentException().isThrownBy(() -> storage.count(ALL, -1));
  }

  @Test
  void digestCoversKeysAndRevisions() {
    long first = put("a/1", "one");
    put("a/2", "two");
    put("b", "outside");
    done(storage.delete(key("a/2")));
    long second = put("a/3", "three");

    assertThat(storage.digest(KeyRange.prefix("a/"), second))
        .isEqualTo(RangeDigest.EMPTY.with(key("a/3"), second).with(key("a/1"), first));
  }

  @Test
  void digestOfAPastRevisionIgnoresLaterWrites() {
    long first = put("a", "one");
    put("a", "two");
    put("b", "two");

    assertThat(storage.digest(ALL, first)).isEqualTo(RangeDigest.EMPTY.with(key("a"), first));
  }

  @Test
  void digestCoversMoreThanOnePage() {
    RangeDigest expected = RangeDigest.EMPTY;
    long last = 0;
    for (int i = 0; i < Storage.DIGEST_PAGE + 1; i++) {
      last = put("key-" + i, "value");
      expected = expected.with(key("key-" + i), last);
    }

    assertThat(storage.digest(ALL, last)).isEqualTo(expected);
  }
}
