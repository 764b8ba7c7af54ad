package io.listwatch.reflector;

import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.note;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.json.JsonPath;
import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.UnavailableException;
import io.listwatch.model.UnreadableObject;
import io.listwatch.model.WatchEvent.Unreadable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;

/**
 * A reflector's store converges to its collection, through a history that the collection may have
 * had, whatever happens to the collection and to the connection.
 */
final class ReflectorProperties {
  private static final JsonPath TEXT = JsonPath.of("text");

  /** An object some of whose states make the transform fail. */
  private static final ResourceKey POISONED = key("p");

  /** Upper bound of every pause. */
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Property(tries = 500)
  void storeConvergesToTheCollection(
      @ForAll("scripts") List<Step> script, @ForAll("policies") ReflectorPolicy policy) {
    var collection = new FakeCollection();
    try (var run = start(collection, policy).settle()) {
      for (Step step : script) {
        step.action.accept(collection, run);
        run.settle();
      }
      letItRecover(run, collection, script.size());

      assertUpToDate(run, collection);
    }
  }

  /** The changes happen while the reflector is working, not only between its steps. */
  @Property(tries = 500)
  void storeConvergesToTheCollectionUnderConcurrency(
      @ForAll("scripts") List<Step> script, @ForAll("policies") ReflectorPolicy policy) {
    var collection = new FakeCollection();
    try (var run = start(collection, policy)) {
      script.forEach(step -> step.action.accept(collection, run));
      letItRecover(run, collection, script.size());

      assertUpToDate(run, collection);
    }
  }

  private static ReflectorRun start(FakeCollection collection, ReflectorPolicy policy) {
    return ReflectorRun.start(
        collection,
        builder ->
            builder
                .policy(policy)
                .transform(ReflectorProperties::taste)
                .random(new SplittableRandom(42)));
  }

  private static Resource taste(Resource object) {
    if (poisonous(object)) {
      throw new IllegalArgumentException("poison");
    }
    return object;
  }

  private static boolean poisonous(Resource object) {
    return object.text(TEXT).orElse("").equals("poison");
  }

  /** Lets the reflector recover; each ordered failure makes it pause at most twice. */
  private static void letItRecover(ReflectorRun run, FakeCollection collection, int troubles) {
    run.settle();
    for (int i = 0; i < 2 * troubles + 3 && !upToDate(run, collection); i++) {
      run.advance(MINUTE);
    }
  }

  private static boolean upToDate(ReflectorRun run, FakeCollection collection) {
    return run.status().healthy() && stored(run).equals(expected(run, collection));
  }

  private static void assertUpToDate(ReflectorRun run, FakeCollection collection) {
    assertThat(stored(run)).isEqualTo(expected(run, collection));
    assertThat(run.status()).matches(ReflectorStatus::healthy, "is healthy");
    new LegalWrites(POISONED).check(run.store.applied());
  }

  private static Map<ResourceKey, Resource> stored(ReflectorRun run) {
    return run.store.objects();
  }

  /**
   * Returns the expected objects: for one whose transform fails, the store's previous state, if
   * any.
   */
  private static Map<ResourceKey, Resource> expected(ReflectorRun run, FakeCollection collection) {
    Map<ResourceKey, Resource> objects = collection.objects();
    Resource poisoned = objects.get(POISONED);
    if (poisoned != null && poisonous(poisoned)) {
      objects.remove(POISONED);
      Resource known = stored(run).get(POISONED);
      if (known != null) {
        objects.put(POISONED, known);
      }
    }
    return objects;
  }

  @Provide
  Arbitrary<ReflectorPolicy> policies() {
    return Arbitraries.of(
        ReflectorPolicy.CLIENT,
        ReflectorPolicy.SERVER,
        ReflectorRun.LISTING,
        ReflectorRun.LISTING.with(policy -> policy.pageSize(2)),
        ReflectorPolicy.CLIENT.with(
            policy -> policy.internalErrorPatience(MINUTE).resyncPeriod(MINUTE)));
  }

  @Provide
  Arbitrary<List<Step>> scripts() {
    return Arbitraries.frequencyOf(
            Tuple.of(8, changes()),
            Tuple.of(2, Arbitraries.of(poison(), unreadable())),
            Tuple.of(5, Arbitraries.of(end(), bookmark(), compact(), expirePages(), resync())),
            Tuple.of(4, troubles()),
            Tuple.of(3, Arbitraries.longs().between(1, 400_000).map(this::pass)))
        .list()
        .ofMaxSize(40);
  }

  private Arbitrary<Step> changes() {
    Arbitrary<String> names = Arbitraries.of("a", "b", "c", "d", "p");
    return Arbitraries.oneOf(
        names.map(name -> new Step("put " + name, (c, run) -> c.put(name, "good"))),
        names.map(name -> new Step("delete " + name, (c, run) -> c.delete(name))));
  }

  private static Step poison() {
    return new Step("poison p", (c, run) -> c.put(POISONED, "poison"));
  }

  private static Step unreadable() {
    var event = new Unreadable(UnreadableObject.of(note("a", 1), "is poison"));
    return new Step("unreadable", (c, run) -> c.send(event));
  }

  private static Step end() {
    return new Step("end watches", (c, run) -> c.endWatches());
  }

  private static Step bookmark() {
    return new Step("bookmark", (c, run) -> c.bookmark());
  }

  private static Step compact() {
    return new Step("compact", (c, run) -> c.compact());
  }

  private static Step expirePages() {
    return new Step("expire pages", (c, run) -> c.expirePages());
  }

  private static Step resync() {
    return new Step("resync", (c, run) -> run.reflector.resync());
  }

  private Step pass(long millis) {
    return new Step(
        "pass " + millis + " ms", (c, run) -> run.timers.advance(Duration.ofMillis(millis)));
  }

  private static Arbitrary<Step> troubles() {
    Arbitrary<Tuple2<String, Supplier<ApiException>>> failures =
        Arbitraries.of(
            Tuple.of("429", Failures::tooManyRequests),
            Tuple.of("500", Failures::internalError),
            Tuple.of("503", Failures::unavailable),
            Tuple.of("403", Failures::forbidden),
            Tuple.of("410", Failures::expired),
            Tuple.of("too large", Failures::tooLarge),
            Tuple.of("reset", () -> new UnavailableException("connection reset")));
    return Arbitraries.oneOf(
        failures.map(
            f -> new Step("fail list " + f.get1(), (c, r) -> c.failNextList(f.get2().get()))),
        failures.map(
            f -> new Step("fail watch " + f.get1(), (c, r) -> c.failNextWatch(f.get2().get()))),
        failures.map(
            f -> new Step("break watches " + f.get1(), (c, r) -> c.breakWatches(f.get2().get()))),
        Arbitraries.just(
            new Step(
                "fail store",
                (c, r) -> r.store.failNextWrite(new IllegalStateException("disk full")))));
  }

  private record Step(String what, BiConsumer<FakeCollection, ReflectorRun> action) {
    @Override
    public String toString() {
      return what;
    }
  }
}
