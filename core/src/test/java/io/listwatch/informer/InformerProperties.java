package io.listwatch.informer;

import static io.listwatch.informer.InformerRun.until;
import static io.listwatch.model.Notes.note;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.json.JsonPath;
import io.listwatch.model.ExpiredException;
import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.model.UnavailableException;
import io.listwatch.model.UnreadableObject;
import io.listwatch.model.WatchEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.Size;

/**
 * Any interleaving of source, network and user actions leaves the store equal to the source, and
 * every handler with a legal history that ends in the same state.
 *
 * <p>Threads are real and time is not: the informer runs as it does in production while the steps
 * are taken, and only the clock is controlled by the test.
 */
final class InformerProperties {
  private static final List<String> NAMES = List.of("a", "b", "c", "d");
  private static final String POISON = "poison";
  private static final JsonPath TEXT = JsonPath.of("text");

  enum Act {
    PUT,
    OWN_PUT,
    OWN_DELETE,
    POISON,
    DELETE,
    RECREATE,
    RECREATE_UNSEEN,
    SEND_NONSENSE,
    BOOKMARK,
    COMPACT,
    END_WATCHES,
    BREAK_WATCHES,
    EXPIRE_WATCHES,
    FAIL_LIST,
    FAIL_WATCH,
    ADD_HANDLER,
    ADD_SLOW_HANDLER,
    ADD_THROWING_HANDLER,
    REMOVE_HANDLER,
    LET_THROUGH,
    PASS_TIME,
    SETTLE
  }

  record Step(Act act, String name, int number) {
    @Override
    public String toString() {
      return act + "(" + name + ", " + number + ")";
    }
  }

  @Provide
  Arbitrary<Step> steps() {
    Arbitrary<Act> acts =
        Arbitraries.frequencyOf(
            Tuple.of(6, Arbitraries.of(Act.PUT)),
            Tuple.of(3, Arbitraries.of(Act.DELETE, Act.RECREATE, Act.RECREATE_UNSEEN)),
            Tuple.of(2, Arbitraries.of(Act.SETTLE, Act.PASS_TIME, Act.LET_THROUGH)),
            Tuple.of(6, Arbitraries.of(Act.class)));
    return Combinators.combine(acts, Arbitraries.of(NAMES), Arbitraries.integers().between(0, 9))
        .as(Step::new);
  }

  @Property(tries = 1000)
  void storeConvergesToTheSourceAndEveryHistoryIsLegal(
      @ForAll QueueKind queue,
      @ForAll boolean streaming,
      @ForAll @Size(min = 1, max = 40) List<@From("steps") Step> steps)
      throws Exception {
    try (var play = new Play(queue, streaming)) {
      for (Step step : steps) {
        play.perform(step);
      }
      play.end();
    }
  }

  /** One informer, and the source, handlers and clock that the steps act on. */
  private static final class Play implements AutoCloseable {
    private final InformerRun run;
    private final List<LegalHistory<Resource>> histories = new ArrayList<>();
    private final List<HandlerRegistration> registrations = new ArrayList<>();
    private final List<HandlerTest.Gate<Resource>> gates = new ArrayList<>();
    private final Set<Integer> removed = new HashSet<>();

    private Play(QueueKind queue, boolean streaming) {
      run =
          new InformerRun(
              options -> options.queue(queue).queueCapacity(3).transform(Play::refusePoison));
      run.collection.streams(streaming);
      run.collection.put("a", "initially");
      run.collection.put("b", "initially");
      add(new LegalHistory<>(), 1, Duration.ZERO);
      run.informer.start();
    }

    private static Resource refusePoison(Resource object) {
      if (object.text(TEXT).orElse("").equals(POISON)) {
        throw new IllegalStateException("poison");
      }
      return object;
    }

    private void perform(Step step) {
      switch (step.act) {
        case PUT -> run.collection.put(step.name, "text " + step.number);
        case OWN_PUT -> ownPut(step.name, "own " + step.number);
        case OWN_DELETE -> ownDelete(step.name);
        case POISON -> run.collection.put(step.name, POISON);
        case DELETE -> run.collection.delete(step.name);
        case RECREATE -> {
          run.collection.delete(step.name);
          run.collection.put(step.name, "again " + step.number);
        }
        case RECREATE_UNSEEN -> recreateUnseen(step.name, step.number % 2 == 0);
        case SEND_NONSENSE -> sendNonsense(step.name);
        case BOOKMARK -> run.collection.bookmark();
        case COMPACT -> run.collection.compact();
        case END_WATCHES -> run.collection.endWatches();
        case BREAK_WATCHES -> run.collection.breakWatches(new UnavailableException("broken"));
        case EXPIRE_WATCHES -> run.collection.breakWatches(expired());
        case FAIL_LIST -> run.collection.failNextList(expired());
        case FAIL_WATCH -> run.collection.failNextWatch(new UnavailableException("down"));
        case ADD_HANDLER ->
            add(new LegalHistory<>(), 1 + step.number, Duration.ofSeconds(step.number % 4));
        case ADD_SLOW_HANDLER -> addSlow(step.number);
        case ADD_THROWING_HANDLER -> addThrowing();
        case REMOVE_HANDLER -> remove(step.number % registrations.size());
        case LET_THROUGH -> gates.forEach(gate -> gate.letThrough(step.number));
        case PASS_TIME -> run.timers.advance(Duration.ofSeconds(step.number));
        case SETTLE -> settle();
      }
    }

    /** Checks that a read after an own write returns that write or a newer state. */
    private void ownPut(String name, String text) {
      Resource answer = run.collection.put(name, text);
      run.informer.wrote(answer);
      Resource read = run.informer.get(answer.key()).orElseThrow().resource();
      assertThat(answer.version().newerThan(read.version())).isFalse();
    }

    private void ownDelete(String name) {
      Resource before = run.informer.snapshot().get(Notes.key(name));
      Resource old = run.collection.objects().get(Notes.key(name));
      run.collection.delete(name);
      if (old != null) {
        run.informer.deleted(old.key(), old.uid().orElseThrow(), before);
        // The informer may still show an earlier object of that name, which it has not seen
        // deleted.
        assertThat(run.informer.get(old.key()).filter(view -> view.resource().sameUid(old)))
            .isEmpty();
      }
    }

    private void recreateUnseen(String name, boolean readable) {
      run.collection.breakWatches(expired());
      run.collection.delete(name);
      run.collection.put(name, readable ? "again" : POISON);
      run.collection.compact();
    }

    private void remove(int handler) {
      registrations.get(handler).close();
      removed.add(handler);
    }

    private void sendNonsense(String name) {
      var object = UnreadableObject.of(note(name, 1), "is nonsense");
      run.collection.send(new WatchEvent.Unreadable(object));
    }

    private static ExpiredException expired() {
      return new ExpiredException(Status.of(StatusReason.EXPIRED, "too old"));
    }

    private void add(LegalHistory<Resource> history, int capacity, Duration resyncPeriod) {
      register(history, history, capacity, resyncPeriod);
    }

    private void addSlow(int number) {
      var gate = new HandlerTest.Gate<>(new LegalHistory<Resource>());
      gates.add(gate);
      register(gate.history, gate, 1 + number % 3, Duration.ofSeconds(number % 4));
    }

    private void addThrowing() {
      var history = new LegalHistory<Resource>();
      register(history, new Throwing(history), 5, Duration.ZERO);
    }

    private void register(
        LegalHistory<Resource> history,
        ResourceHandler<Resource> handler,
        int capacity,
        Duration resyncPeriod) {
      var options =
          HandlerOptions.named("handler-" + histories.size())
              .withCapacity(capacity)
              .resyncEvery(resyncPeriod);
      HandlerRegistration registration = run.informer.addHandler(handler, options);
      histories.add(history.of(registration));
      registrations.add(registration);
    }

    /** Waits until the store has converged. For unreadable objects, any state is accepted. */
    private void settle() {
      until(
          () -> {
            var wanted = new TreeMap<>(run.collection.objects());
            var held = run.held();
            wanted.entrySet().removeIf(entry -> poisoned(entry.getValue()));
            held.keySet()
                .removeIf(
                    name ->
                        run.collection.objects().containsKey(name) && !wanted.containsKey(name));
            boolean same = held.equals(wanted);
            if (!same) {
              run.timers.advance(Duration.ofSeconds(1));
            }
            return same;
          });
    }

    /**
     * Waits until the watch has delivered the own writes, because handlers are notified only by the
     * watch.
     */
    private void awaitWatch() {
      until(
          () -> {
            run.timers.advance(Duration.ofSeconds(1));
            return run.informer.snapshot().version().equals(run.collection.version());
          });
      run.drain();
    }

    private static boolean poisoned(Resource object) {
      return object.text(TEXT).orElse("").equals(POISON);
    }

    /** Repairs unreadable objects, opens all gates and checks the result. */
    private void end() {
      run.collection
          .objects()
          .forEach(
              (name, object) -> {
                if (poisoned(object)) {
                  run.collection.put(name, "healed");
                }
              });
      gates.forEach(HandlerTest.Gate::open);
      run.settleInTime();
      awaitWatch();
      for (int handler = 0; handler < histories.size(); handler++) {
        LegalHistory<Resource> history = histories.get(handler);
        if (removed.contains(handler)) {
          history.assertLegal();
        } else {
          until(registrations.get(handler)::hasSynced);
          history.assertLegalAndEndsAs(run.collection.objects());
        }
      }
    }

    @Override
    public void close() {
      gates.forEach(HandlerTest.Gate::open);
      run.close();
    }
  }

  /** Records every call, then throws. */
  private static final class Throwing implements ResourceHandler<Resource> {
    private final LegalHistory<Resource> history;

    private Throwing(LegalHistory<Resource> history) {
      this.history = history;
    }

    @Override
    public void onAdd(View<Resource> object, boolean initial) {
      history.onAdd(object, initial);
      throw new IllegalStateException("add");
    }

    @Override
    public void onUpdate(View<Resource> previous, View<Resource> current) {
      history.onUpdate(previous, current);
      throw new IllegalStateException("update");
    }

    @Override
    public void onDelete(View<Resource> last, boolean finalStateUnknown) {
      history.onDelete(last, finalStateUnknown);
      throw new IllegalStateException("delete");
    }
  }
}
