package io.listwatch.reflector;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.UnreadableObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A collection while it is being fetched, before it replaces the store's content.
 *
 * <p>Confined to the reflector's thread.
 */
final class InitialState {
  private final Intake intake;
  private final Map<ResourceKey, Resource> objects = new LinkedHashMap<>();

  /** Objects of which no state could be read; disjoint from {@link #objects}. */
  private final Set<ResourceKey> unreadable = new HashSet<>();

  InitialState(Intake intake) {
    this.intake = intake;
  }

  void put(Resource object) {
    Resource admitted = intake.admit(object);
    if (admitted != null) {
      objects.put(admitted.key(), admitted);
      unreadable.remove(admitted.key());
    } else {
      keep(object.key());
    }
  }

  /** Adds an object that was admitted in an earlier run, which must not be transformed twice. */
  void putAdmitted(Resource object) {
    objects.put(object.key(), object);
  }

  /** Keeps the known state of an unreadable object: the one of this fetch, or else the store's. */
  private void keep(ResourceKey key) {
    if (!objects.containsKey(key)) {
      unreadable.add(key);
    }
  }

  void remove(Resource object) {
    objects.remove(object.key());
    unreadable.remove(object.key());
  }

  void putAside(UnreadableObject object) {
    intake.putAside(object);
    object.key().ifPresent(this::keep);
  }

  @Nullable Resource latest(ResourceKey key) {
    return objects.get(key);
  }

  int size() {
    return objects.size();
  }

  void replace(ReflectorStore store, ResourceVersion version) {
    store.replace(new ArrayList<>(objects.values()), Set.copyOf(unreadable), version);
  }
}
