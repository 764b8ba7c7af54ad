package io.listwatch.store;

import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** However producer and consumer interleave, the deltas of each object are consistent. */
final class InformerQueueProperties {
  @Property(tries = 2000)
  void inOrderQueueBringsTheStoreToTheProducersState(@ForAll("steps") List<Step> steps) {
    run(store -> new InOrderQueue(), steps);
  }

  @Property(tries = 2000)
  void inOrderQueueKnowsTheLatestObjects(@ForAll("steps") List<Step> steps) {
    var lock = new ReentrantLock();
    run(store -> new InOrderQueue(store::snapshot, 2000, lock, lock.newCondition()), steps);
  }

  @Property(tries = 2000)
  void deltaFifoBringsTheStoreToTheProducersState(@ForAll("steps") List<Step> steps) {
    run(store -> new DeltaFifo(store::snapshot), steps);
  }

  private static void run(QueueRun.Factory factory, List<Step> steps) {
    var run = new QueueRun(factory);
    steps.forEach(step -> step.on(run));
    run.finish();
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<String> names = Arbitraries.of("a", "b", "c", "d");
    Arbitrary<Set<String>> some = names.set();
    return Arbitraries.frequencyOf(
            Tuple.of(6, names.map(Put::new)),
            Tuple.of(3, names.map(Delete::new)),
            Tuple.of(1, Combinators.combine(some, some, some).as(Replace::new)),
            Tuple.of(1, Arbitraries.of(Call.BOOKMARK, Call.RESYNC)),
            Tuple.of(5, Arbitraries.of(Call.TAKE, Call.APPLY)))
        .list()
        .ofMaxSize(40);
  }

  interface Step {
    void on(QueueRun run);
  }

  record Put(String name) implements Step {
    @Override
    public void on(QueueRun run) {
      run.put(name);
    }
  }

  record Delete(String name) implements Step {
    @Override
    public void on(QueueRun run) {
      run.delete(name);
    }
  }

  record Replace(Set<String> same, Set<String> fresh, Set<String> unreadable) implements Step {
    @Override
    public void on(QueueRun run) {
      run.replace(same, fresh, unreadable);
    }
  }

  enum Call implements Step {
    BOOKMARK {
      @Override
      public void on(QueueRun run) {
        run.bookmark();
      }
    },
    RESYNC {
      @Override
      public void on(QueueRun run) {
        run.resync();
      }
    },
    TAKE {
      @Override
      public void on(QueueRun run) {
        run.take();
      }
    },
    APPLY {
      @Override
      public void on(QueueRun run) {
        run.apply();
      }
    }
  }
}
