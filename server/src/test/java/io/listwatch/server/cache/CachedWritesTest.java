package io.listwatch.server.cache;

import static io.listwatch.server.resource.Things.join;
import static io.listwatch.server.resource.Things.key;
import static io.listwatch.server.resource.Things.thing;
import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.listwatch.model.ConflictException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.model.VersionMatch;
import io.listwatch.server.resource.Things;
import io.listwatch.server.resource.Transition;
import io.listwatch.server.resource.Transition.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Writes that start from the state in the watch cache instead of a read of storage. */
final class CachedWritesTest {
  private final CacheFixture fixture = new CacheFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  private Resource change(String name, Function<Resource, Outcome> next) {
    return join(fixture.resources.write(key(name), Things.change(next)));
  }

  private static Outcome shade(Resource current) {
    return new Outcome.Put(thing("a", "dark " + Things.colour(current)));
  }

  /** Writes to storage without an event for the cache. */
  private void writeUnseen(String colour) {
    fixture.storage.hold();
    fixture.write("a", colour);
  }

  @Test
  void updateStartsFromTheCache() {
    fixture.write("a", "red");
    fixture.settle();
    int before = fixture.storage.gets();

    Resource changed = change("a", CachedWritesTest::shade);

    assertThat(Things.colour(changed)).isEqualTo("dark red");
    assertThat(fixture.storage.gets()).isEqualTo(before);
  }

  @Test
  void deleteStartsFromTheCache() {
    Resource last = fixture.write("a", "red");
    fixture.settle();
    int before = fixture.storage.gets();

    Resource gone = fixture.delete("a");

    assertThat(gone.withVersion(last.version())).isEqualTo(last);
    assertThat(fixture.storage.gets()).isEqualTo(before);
  }

  @Test
  void retriesUpdateThatWasComputedFromOldState() {
    fixture.write("a", "red");
    fixture.settle();
    writeUnseen("blue");

    Resource changed = change("a", CachedWritesTest::shade);

    assertThat(Things.colour(changed)).isEqualTo("dark blue");
  }

  @Test
  void retriesUpdateThatWasRejectedForOldState() {
    fixture.write("a", "red");
    fixture.settle();
    writeUnseen("blue");

    Resource changed = change("a", CachedWritesTest::shadeUnlessRed);

    assertThat(Things.colour(changed)).isEqualTo("dark blue");
  }

  @Test
  void retriesUpdateThatWasRejectedAsynchronouslyForOldState() {
    fixture.write("a", "red");
    fixture.settle();
    writeUnseen("blue");
    Transition later =
        current -> CompletableFuture.supplyAsync(() -> shadeUnlessRed(Things.existing(current)));

    Resource changed = join(fixture.resources.write(key("a"), later));

    assertThat(Things.colour(changed)).isEqualTo("dark blue");
  }

  private static Outcome shadeUnlessRed(Resource current) {
    if (Things.colour(current).equals("red")) {
      throw Status.of(StatusReason.CONFLICT, "red").toException();
    }
    return shade(current);
  }

  @Test
  void doesNotRetryRejectionOfCurrentState() {
    fixture.write("a", "red");
    fixture.settle();
    List<Resource> seen = new ArrayList<>();

    assertThatExceptionOfType(ConflictException.class)
        .isThrownBy(
            () ->
                change(
                    "a",
                    current -> {
                      seen.add(current);
                      return shadeUnlessRed(current);
                    }));
    assertThat(seen).hasSize(1);
  }

  @Test
  void deletedObjectIsNotFoundAlthoughCached() {
    fixture.write("a", "red");
    fixture.settle();
    fixture.storage.hold();
    fixture.delete("a");

    assertThatExceptionOfType(NotFoundException.class).isThrownBy(() -> fixture.delete("a"));
  }

  @Test
  void writesObjectThatEqualsOnlyTheCachedState() {
    fixture.write("a", "red");
    fixture.settle();
    writeUnseen("blue");

    Resource changed = change("a", current -> new Outcome.Put(thing("a", "red")));
    Resource stored =
        join(fixture.resources.get(key("a"), VersionMatch.mostRecent())).orElseThrow();

    assertThat(stored).isEqualTo(changed);
    assertThat(Things.colour(stored)).isEqualTo("red");
  }

  @Test
  void resultWithoutWriteComesFromTheStoredState() {
    fixture.write("a", "red");
    fixture.settle();
    writeUnseen("blue");

    Resource result = change("a", Outcome.NoWrite::new);

    assertThat(Things.colour(result)).isEqualTo("blue");
  }

  @Test
  void unchangedObjectKeepsItsVersion() {
    Resource first = fixture.write("a", "red");
    fixture.settle();

    assertThat(fixture.write("a", "red")).isEqualTo(first);
  }

  @Test
  void updateFillsTheCacheOfRemoteStorage() {
    fixture.storage.beRemote();
    fixture.write("a", "red");
    change("a", CachedWritesTest::shade);

    await()
        .until(
            () -> {
              int before = fixture.storage.gets();
              change("a", current -> new Outcome.Put(thing("a", Things.colour(current) + "!")));
              return fixture.storage.gets() == before;
            });
  }

  @Test
  void updateLeavesTheCacheOfLocalStorageEmpty() {
    fixture.write("a", "red");

    change("a", CachedWritesTest::shade);

    assertThat(fixture.storage.openWatches()).isZero();
  }
}
