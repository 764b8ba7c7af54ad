package io.listwatch.server.registry.admission.policy;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.resource.FollowerStore;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The validating or the mutating policies with their bindings, both in the order of their names. A
 * policy is compiled once for each change of it.
 *
 * <p>Threads: one reflector's thread for each of the two resources writes, any thread reads.
 */
public final class PolicyStore<P> {
  private final Followed<P> policies;
  private final Followed<PolicyBinding> bindings = new Followed<>(PolicyBinding::new);

  PolicyStore(Function<JsonValue, P> compiler) {
    this.policies = new Followed<>(compiler);
  }

  /** Returns the follower of the policies. */
  public FollowerStore policies() {
    return policies;
  }

  /** Returns the follower of the bindings. */
  public FollowerStore bindings() {
    return bindings;
  }

  List<P> allPolicies() {
    return policies.all;
  }

  List<PolicyBinding> bindingsOf(String policy) {
    return bindings.all.stream().filter(each -> each.policy().equals(policy)).toList();
  }

  private static final class Followed<T> extends FollowerStore {
    private final Function<JsonValue, T> reader;
    private final ConcurrentSkipListMap<String, T> byName = new ConcurrentSkipListMap<>();
    private volatile List<T> all = List.of();

    Followed(Function<JsonValue, T> reader) {
      this.reader = reader;
    }

    @Override
    protected void put(Resource object) {
      byName.put(object.key().name(), reader.apply(JsonTrees.read(object.toByteArray())));
      all = List.copyOf(byName.values());
    }

    @Override
    protected void remove(ResourceKey key) {
      byName.remove(key.name());
      all = List.copyOf(byName.values());
    }

    @Override
    protected Set<ResourceKey> keys() {
      return byName.keySet().stream().map(ResourceKey::of).collect(Collectors.toSet());
    }
  }
}
