package io.listwatch.store;

import io.listwatch.store.StoreRun.Doc;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Compares {@link IndexedStore} with a plain map. */
final class IndexedStoreProperties {
  @Property(tries = 1000)
  void findsTheSameAsALinearSearch(@ForAll("steps") List<Step> steps) {
    var run = new StoreRun();
    steps.forEach(step -> step.action.accept(run));
    run.finish();
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    return Arbitraries.frequencyOf(
            Tuple.of(10, docs().map(doc -> new Step("put " + doc, run -> run.put(doc)))),
            Tuple.of(4, names().map(name -> new Step("remove " + name, run -> run.remove(name)))),
            Tuple.of(2, Combinators.combine(docs().list(), names().set()).as(Step::replace)),
            Tuple.of(
                1,
                Arbitraries.of(StoreRun.LABEL, StoreRun.TAGS, StoreRun.MOODY)
                    .map(name -> new Step("index " + name, run -> run.addIndex(name)))),
            Tuple.of(5, Arbitraries.of(new Step("commit", StoreRun::commit))))
        .list()
        .ofMaxSize(40);
  }

  private static Arbitrary<String> names() {
    return Arbitraries.of("a/p", "a/q", "a-b/p", "b/p", "b/q", "b/r", "aa/p");
  }

  private static Arbitrary<Doc> docs() {
    return Combinators.combine(
            names(),
            Arbitraries.of("", "x", "y"),
            Arbitraries.of("x", "y", "z").list().ofMaxSize(3))
        .as(Doc::new);
  }

  record Step(String name, Consumer<StoreRun> action) {
    static Step replace(List<Doc> docs, Set<String> unreadable) {
      return new Step(
          "replace " + docs + " but " + unreadable, run -> run.replace(docs, unreadable));
    }

    @Override
    public String toString() {
      return name;
    }
  }
}
