package io.listwatch.informer;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A handler that checks that its informer delivers a legal history, as defined in
 * docs/consistency.md, for sources whose versions are numbers.
 *
 * <p>Thread-safe. Violations are kept, not thrown, because the informer would catch a handler's
 * exception.
 */
public final class LegalHistory<T> implements ResourceHandler<T> {
  @GuardedBy("this")
  private final Map<ResourceKey, Resource> known = new TreeMap<>();

  /** The last delivered state of each object, deleted ones included. */
  @GuardedBy("this")
  private final Map<ResourceKey, Resource> lastTold = new TreeMap<>();

  @GuardedBy("this")
  private final List<String> events = new ArrayList<>();

  @GuardedBy("this")
  private final List<String> violations = new ArrayList<>();

  @GuardedBy("this")
  private @Nullable Thread caller;

  @GuardedBy("this")
  private boolean synced;

  /** Checks that no add is initial after {@code registration} has synced. */
  public LegalHistory<T> of(HandlerRegistration registration) {
    var unused = registration.synced().thenRun(this::synced);
    return this;
  }

  synchronized void synced() {
    synced = true;
    events.add("synced");
  }

  @Override
  public synchronized void onAdd(View<T> object, boolean initial) {
    Resource added = object.resource();
    happened("add " + named(added) + (initial ? " initial" : ""));
    Resource before = lastTold.get(added.key());
    require(!known.containsKey(added.key()), "an add of an object that is known");
    require(!(initial && synced), "an initial add after the handler had synced");
    require(before == null || newer(added, before), "an add of what is older than its namesake");
    tell(added);
  }

  @Override
  public synchronized void onUpdate(View<T> previous, View<T> current) {
    Resource from = previous.resource();
    Resource to = current.resource();
    happened("update " + named(from) + " to " + named(to));
    Resource last = known.get(to.key());
    require(last != null, "an update of an object that is not known");
    require(from.equals(last), "an update that does not begin where the handler was");
    require(from.sameUid(to), "an update to another object of the same name");
    require(to.equals(from) || newer(to, from), "an update back to an older state");
    tell(to);
  }

  @Override
  public synchronized void onDelete(View<T> last, boolean finalStateUnknown) {
    Resource gone = last.resource();
    happened("delete " + named(gone) + (finalStateUnknown ? " unseen" : ""));
    Resource before = known.remove(gone.key());
    require(before != null, "a delete of an object that is not known");
    require(before == null || before.sameUid(gone), "a delete of another object of the same name");
    require(
        before == null || newer(gone, before) || (finalStateUnknown && gone.equals(before)),
        "a delete of an older state");
    lastTold.put(gone.key(), gone);
  }

  @GuardedBy("this")
  private void tell(Resource object) {
    known.put(object.key(), object);
    lastTold.put(object.key(), object);
  }

  private static boolean newer(Resource one, Resource other) {
    return one.version().newerThan(other.version());
  }

  private static String named(Resource object) {
    return object.key().name() + "@" + object.version() + " " + object.uid().orElse("");
  }

  @GuardedBy("this")
  private void happened(String event) {
    events.add(event);
    Thread current = Thread.currentThread();
    require(caller == null || caller == current, "a call by another thread: " + current);
    caller = current;
  }

  @GuardedBy("this")
  private void require(boolean held, String otherwise) {
    if (!held) {
      violations.add(otherwise + ": #" + events.size() + " " + events.get(events.size() - 1));
    }
  }

  /** Returns the objects that exist according to this handler. */
  public synchronized Map<ResourceKey, Resource> objects() {
    return new TreeMap<>(known);
  }

  /** Returns a line for each call. */
  public synchronized List<String> events() {
    return List.copyOf(events);
  }

  public synchronized void assertLegal() {
    assertThat(violations).as("violations in %s", events).isEmpty();
  }

  /** Also checks that the history ends with these objects. */
  public synchronized void assertLegalAndEndsAs(Map<ResourceKey, Resource> objects) {
    assertLegal();
    assertThat(known).as("the end of %s", events).isEqualTo(objects);
  }
}
