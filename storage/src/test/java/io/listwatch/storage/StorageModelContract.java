package io.listwatch.storage;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Runs random operations on a {@link Storage} and compares every result, current and past, with a
 * naive model. Each engine has one subclass, with a name that ends in {@code Properties}. An engine
 * that is slow to open sets {@code jqwik.tries.default}.
 */
public abstract class StorageModelContract {
  /** Few keys, so that operations meet, and the first and last keys of the order. */
  private static final List<Key> KEYS =
      List.of(
          Key.EMPTY,
          StorageFixture.key(0),
          StorageFixture.key("a"),
          StorageFixture.key("a/"),
          StorageFixture.key("a/b"),
          StorageFixture.key("b"),
          StorageFixture.key(0x80),
          StorageFixture.key(0xff),
          StorageFixture.key(0xff, 0xff));

  protected abstract StorageEngine engine();

  private enum Verb {
    CREATE,
    UPDATE,
    PUT,
    DELETE,
    DELETE_EXPECTED,
    READ,
    READ_PAST,
    RANGE,
    RANGE_PAST,
    WATCH,
    DRAIN,
    PASS,
    COMPACT,
    ADVANCE
  }

  /** One operation on a storage. Each verb uses only some of the fields. */
  private record Step(Verb verb, Key key, KeyRange range, int number, int back) {}

  @Property
  void behavesLikeTheModel(@ForAll("steps") List<Step> steps) {
    try (var trial = new StorageTrial(engine())) {
      for (int i = 0; i < steps.size(); i++) {
        apply(steps.get(i), StorageFixture.value("value " + i), trial);
      }
      trial.finish();
    }
  }

  private static void apply(Step step, byte[] value, StorageTrial trial) {
    // A third of the writes has a lifetime; most conditional writes have the right revision.
    int seconds = Math.max(0, step.number - 5);
    boolean right = step.back < 8;
    switch (step.verb) {
      case CREATE -> trial.create(step.key, value, seconds);
      case UPDATE -> trial.update(step.key, value, seconds, right);
      case PUT -> trial.put(step.key, value, seconds);
      case DELETE -> trial.delete(step.key);
      case DELETE_EXPECTED -> trial.deleteExpected(step.key, right);
      case READ -> trial.read(step.key);
      case READ_PAST -> trial.readPast(step.key, step.back);
      case RANGE -> trial.range(step.range, step.number);
      case RANGE_PAST -> trial.rangePast(step.range, step.number, step.back);
      case WATCH -> trial.watch(step.range, step.back);
      case DRAIN -> trial.drain(step.number);
      case PASS -> trial.pass(step.number);
      case COMPACT -> trial.compact(step.back);
      case ADVANCE -> trial.advance(step.number);
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    var often = Arbitraries.of(Verb.class).filter(verb -> verb.compareTo(Verb.COMPACT) < 0);
    var verbs =
        Arbitraries.frequencyOf(
            Tuple.of(40, often),
            Tuple.of(2, Arbitraries.just(Verb.COMPACT)),
            Tuple.of(1, Arbitraries.just(Verb.ADVANCE)));
    var numbers = Arbitraries.integers().between(1, 8);
    var backs = Arbitraries.integers().between(0, 12);
    return Combinators.combine(verbs, Arbitraries.of(KEYS), ranges(), numbers, backs)
        .as(Step::new)
        .list()
        .ofMaxSize(100);
  }

  private static Arbitrary<KeyRange> ranges() {
    var keys = Arbitraries.of(KEYS);
    return Arbitraries.oneOf(
        Arbitraries.just(KeyRange.all()),
        keys.map(KeyRange::only),
        keys.map(KeyRange::prefix),
        keys.map(KeyRange::from),
        Combinators.combine(keys, keys).as(KeyRange::between));
  }
}
