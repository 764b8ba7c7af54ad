package io.listwatch.storage;

import static io.listwatch.storage.Stages.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/** Contract of writes. */
abstract class StorageWritingContract extends StorageFixture {
  private static final Key KEY = key("key");

  @Test
  void newStorageHasARevision() {
    assertThat(currentRevision()).isPositive();
  }

  @Test
  void createWritesAKeyThatDoesNotExist() {
    long before = currentRevision();

    long revision = done(storage.create(KEY, value("one")));

    assertThat(revision).isGreaterThan(before);
    assertThat(storage.get(KEY))
        .hasValue(new StoredEntry(KEY, value("one"), revision, revision, false));
  }

  @Test
  void createOfAnExistingKeyConflictsAndReturnsItsEntry() {
    done(storage.create(KEY, value("one")));
    var existing = storage.get(KEY);

    var conflict = failure(storage.create(KEY, value("two")), RevisionConflictException.class);

    assertThat(conflict.current()).isEqualTo(existing).isPresent();
    assertThat(conflict.expected()).isZero();
    assertThat(storage.get(KEY)).isEqualTo(existing);
  }

  @Test
  void updateWritesAKeyAtTheExpectedRevision() {
    long created = done(storage.create(KEY, value("one")));

    long updated = done(storage.update(KEY, value("two"), created));

    assertThat(updated).isGreaterThan(created);
    assertThat(storage.get(KEY))
        .hasValue(new StoredEntry(KEY, value("two"), created, updated, false));
  }

  @Test
  void updateOfAChangedKeyConflictsAndReturnsItsEntry() {
    long first = done(storage.create(KEY, value("one")));
    done(storage.update(KEY, value("two"), first));
    var existing = storage.get(KEY);

    var conflict =
        failure(storage.update(KEY, value("three"), first), RevisionConflictException.class);

    assertThat(conflict.current()).isEqualTo(existing).isPresent();
    assertThat(conflict.expected()).isEqualTo(first);
    assertThat(storage.get(KEY)).isEqualTo(existing);
  }

  @Test
  void updateOfAnAbsentKeyConflictsWithoutAnEntry() {
    long revision = put("key", "one");
    delete("key");

    var conflict =
        failure(storage.update(KEY, value("two"), revision), RevisionConflictException.class);

    assertThat(conflict.current()).isEmpty();
    assertThat(storage.get(KEY)).isEmpty();
  }

  @Test
  void putWritesWhetherTheKeyExistsOrNot() {
    long first = put("key", "one");
    long second = put("key", "two");

    assertThat(second).isGreaterThan(first);
    assertThat(storage.get(KEY)).hasValue(new StoredEntry(KEY, value("two"), first, second, false));
  }

  @Test
  void writingEqualBytesIsAChange() {
    long first = put("key", "same");

    long second = done(storage.update(KEY, value("same"), first));

    assertThat(second).isGreaterThan(first);
    assertThat(storage.get(KEY).orElseThrow().revision()).isEqualTo(second);
  }

  @Test
  void deleteRemovesAKeyAtTheExpectedRevision() {
    long written = put("key", "one");

    long deleted = done(storage.delete(KEY, written));

    assertThat(deleted).isGreaterThan(written);
    assertThat(storage.get(KEY)).isEmpty();
    assertThat(currentRevision()).isGreaterThanOrEqualTo(deleted);
  }

  @Test
  void deleteOfAChangedKeyConflictsAndReturnsItsEntry() {
    long first = put("key", "one");
    put("key", "two");
    var existing = storage.get(KEY);

    var conflict = failure(storage.delete(KEY, first), RevisionConflictException.class);

    assertThat(conflict.current()).isEqualTo(existing).isPresent();
    assertThat(storage.get(KEY)).isEqualTo(existing);
  }

  @Test
  void conditionalDeleteOfAnAbsentKeyConflicts() {
    long revision = put("other", "one");

    var conflict = failure(storage.delete(KEY, revision), RevisionConflictException.class);

    assertThat(conflict.current()).isEmpty();
  }

  @Test
  void unconditionalDeleteRemovesTheKeyAtAnyRevision() {
    long written = put("key", "one");

    assertThat(delete("key")).isGreaterThan(written);

    assertThat(storage.get(KEY)).isEmpty();
  }

  @Test
  void unconditionalDeleteOfAnAbsentKeyDoesNothing() {
    assertThat(done(storage.delete(KEY))).isEmpty();
  }

  @Test
  void recreatedKeyHasANewCreateRevision() {
    put("key", "one");
    delete("key");

    long again = done(storage.create(KEY, value("two")));

    assertThat(storage.get(KEY).orElseThrow().createRevision()).isEqualTo(again);
  }

  @Test
  void writeWithoutEffectMakesNoRevision() {
    long written = put("key", "one");

    failure(storage.create(KEY, value("two")), RevisionConflictException.class);
    failure(storage.update(KEY, value("two"), written + 1), RevisionConflictException.class);
    failure(storage.delete(KEY, written + 1), RevisionConflictException.class);
    done(storage.delete(key("absent")));

    if (engine().hasDenseRevisions()) {
      assertThat(currentRevision()).isEqualTo(written);
      assertThat(put("key", "three")).isEqualTo(written + 1);
    } else {
      assertThat(storage.get(KEY).orElseThrow().revision()).isEqualTo(written);
    }
  }

  @Test
  void currentRevisionIsNotLessThanAcknowledgedRevisions() {
    for (int i = 0; i < 20; i++) {
      long revision = put("key", "value " + i);

      assertThat(currentRevision()).isGreaterThanOrEqualTo(revision);
    }
  }

  @Test
  void acceptsAnEmptyValue() {
    long revision = done(storage.create(KEY, new byte[0]));

    assertThat(storage.get(KEY))
        .hasValue(new StoredEntry(KEY, new byte[0], revision, revision, false));
  }

  @Test
  void acceptsValuesUpToTheMaximumSize() {
    byte[] large = new byte[storage.maxValueBytes()];
    large[large.length - 1] = 1;

    done(storage.create(KEY, large));

    assertThat(storage.maxValueBytes()).isBetween(1024 * 1024, Storage.MAX_VALUE_BYTES);
    assertThat(storage.get(KEY).orElseThrow().value()).isEqualTo(large);
  }

  @Test
  void rejectsValuesThatAreTooLarge() {
    long written = put("key", "one");
    byte[] large = new byte[storage.maxValueBytes() + 1];

    var refused = failure(storage.put(KEY, large), TooLargeException.class);
    failure(storage.create(key("other"), large), TooLargeException.class);
    failure(storage.update(KEY, large, written), TooLargeException.class);

    assertThat(refused.max()).isEqualTo(storage.maxValueBytes());
    assertThat(storage.get(KEY).orElseThrow().revision()).isEqualTo(written);
  }

  @Test
  void rejectsRevisionsBelowOne() {
    assertThatIllegalArgumentException().isThrownBy(() -> storage.update(KEY, value("one"), 0));
    assertThatIllegalArgumentException().isThrownBy(() -> storage.delete(KEY, 0));
  }
}
