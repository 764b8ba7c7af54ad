package io.listwatch.server.registry.custom;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.ResourceVersion;
import io.listwatch.objects.custom.CustomContent;
import io.listwatch.objects.custom.CustomResourceDefinition;
import io.listwatch.objects.custom.CustomStatus;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.Reflector;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.reflector.ReflectorStore;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.ScalePaths;
import io.listwatch.server.registry.Verb;
import io.listwatch.server.registry.conversion.VersionConverter;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a registry equal to the definitions that users have stored: serves what has been accepted,
 * and has the status of the others written.
 *
 * <pre>
 *   stored ──▶ status decided ──▶ written ──▶ seen again, accepted ──▶ served
 *                    ▲               │
 *                    └──── failed ───┘ after a second
 * </pre>
 *
 * <p>Threads: one of its own follows the definitions and is the only one to write the registry. Any
 * thread may close it, or ask for a scale, a schema or a converter.
 */
public final class CustomResources implements AutoCloseable {
  public static final ResourceType TYPE =
      ResourceType.cluster(
          "apiextensions.k8s.io/v1", "CustomResourceDefinition", "customresourcedefinitions");

  private static final Logger log = LoggerFactory.getLogger(CustomResources.class);
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final Comparator<Known> OLDEST_FIRST =
      Comparator.comparing((Known each) -> each.definition.created())
          .thenComparing(each -> each.definition.name());

  private final ResourceRegistry registry;
  private final CustomStatusWriter writer;
  private final Executor workers;
  private final Timers timers;
  private final Conversions conversions;
  private final Reflector reflector;
  private final Thread thread;

  /** Every definition as it was last seen, by name. Written by the follower's thread. */
  private final ConcurrentMap<String, Known> known = new ConcurrentHashMap<>();

  /** Statuses that are being written, by name; they count as if they were written already. */
  private final ConcurrentMap<String, Pending> pending = new ConcurrentHashMap<>();

  /**
   * Follows the definitions of a source, once it is started.
   *
   * @param source the definitions, of all the cluster
   * @param workers compile rules; what they have no room for is compiled when it is needed
   */
  public CustomResources(
      ResourceRegistry registry,
      ListerWatcher source,
      CustomStatusWriter writer,
      Executor workers,
      Metrics metrics,
      Timers timers) {
    this.registry = registry;
    this.writer = writer;
    this.workers = workers;
    this.timers = timers;
    this.conversions = new Conversions(metrics, timers);
    this.reflector =
        Reflector.builder(source, new DefinitionStore())
            .policy(ReflectorPolicy.SERVER)
            .type(TYPE)
            .name("custom-resources")
            .timers(timers)
            .metrics(metrics)
            .build();
    this.thread = new Thread(reflector, "listwatch-custom-resources");
    thread.setDaemon(true);
  }

  /** Begins to follow. Call it once. */
  public void start() {
    thread.start();
  }

  /** Where the objects of a user's resource keep what their scale shows; empty if nowhere. */
  public Optional<ScalePaths> scale(ResourceType type) {
    Known found = known.get(type.toString());
    return found == null
        ? Optional.empty()
        : CustomDefinitions.scale(found.definition, type.version());
  }

  /** What a definition says about the objects of a version, as it was sent; missing if nothing. */
  public JsonValue schema(ResourceType type) {
    Known found = known.get(type.toString());
    return found == null
        ? JsonValue.MISSING
        : CustomDefinitions.schema(found.definition, type.version());
  }

  /** What stands between the versions of a user's resource. */
  public VersionConverter converter(ResourceType type) {
    Known found = known.get(type.toString());
    return found == null ? VersionConverter.SAME : found.converter;
  }

  /** Answers what is to be served of it. */
  private List<ResourceDefinition> put(Resource stored) {
    String name = stored.key().name();
    Pending written = pending.get(name);
    if (written != null && !written.basis.equals(stored.version())) {
      pending.remove(name, written);
    }
    CustomResourceDefinition definition = CustomResourceDefinition.of(stored);
    Known now = known(stored, definition);
    known.put(name, now);
    return now.definitions;
  }

  /** Makes other definitions only of another spec or other names, so that watches may go on. */
  private Known known(Resource stored, CustomResourceDefinition definition) {
    Known before = known.get(definition.name());
    if (before != null && before.meansTheSameAs(definition)) {
      return new Known(stored, definition, before.withVerbsOf(definition), before.converter);
    }
    try {
      List<ResourceDefinition> definitions = CustomDefinitions.of(definition);
      definitions.forEach(each -> prepare(each.content()));
      return new Known(stored, definition, definitions, conversions.of(definition));
    } catch (IllegalArgumentException meaningless) {
      log.warn("{} is not served, for it makes no sense", definition.name(), meaningless);
      return new Known(stored, definition, List.of(), VersionConverter.SAME);
    }
  }

  private void prepare(CustomContent content) {
    try {
      workers.execute(content::prepare);
    } catch (RejectedExecutionException full) {
      log.debug("rules are compiled when they are first needed", full);
    }
  }

  private void forget(String name) {
    known.remove(name);
    conversions.forget(name);
    pending.remove(name);
  }

  /** Those that came first get the names that others want too. */
  private void decide() {
    known.values().stream()
        .filter(each -> !current(each).settled())
        .sorted(OLDEST_FIRST)
        .toList()
        .forEach(this::decide);
  }

  private void decide(Known undecided) {
    List<CustomResourceDefinition> all = known.values().stream().map(this::current).toList();
    CustomStatus.next(current(undecided), all, timers.now())
        .ifPresent(status -> write(undecided.stored, status));
  }

  /** What it says, once the status that is being written for it is there. */
  private CustomResourceDefinition current(Known each) {
    Pending written = pending.get(each.definition.name());
    return written == null ? each.definition : each.definition.withStatus(written.status);
  }

  private void write(Resource stored, JsonObject status) {
    String name = stored.key().name();
    var written = new Pending(stored.version(), status);
    pending.put(name, written);
    writer
        .write(stored, status.deepCopy())
        .exceptionally(
            failure -> {
              log.debug("status of {} was not written, trying again", name, failure);
              timers.schedule(RETRY, () -> retry(name, written));
              return null;
            });
  }

  private void retry(String name, Pending written) {
    pending.remove(name, written);
    reflector.resync();
  }

  @Override
  public void close() {
    reflector.close();
    conversions.close();
  }

  /** A definition as it is stored, what it says, and what is served of it. */
  private record Known(
      Resource stored,
      CustomResourceDefinition definition,
      List<ResourceDefinition> definitions,
      VersionConverter converter) {
    private boolean meansTheSameAs(CustomResourceDefinition other) {
      return !definitions.isEmpty()
          && definition.spec().equals(other.spec())
          && definition.acceptedNames().equals(other.acceptedNames());
    }

    private List<ResourceDefinition> withVerbsOf(CustomResourceDefinition other) {
      List<Verb> verbs = CustomDefinitions.verbs(other);
      return definitions.stream().map(each -> each.withVerbs(verbs)).toList();
    }
  }

  /** A status that was decided for a version of a definition. */
  private record Pending(ResourceVersion basis, JsonObject status) {}

  private final class DefinitionStore implements ReflectorStore {
    @Override
    public void replace(
        List<Resource> items, Set<ResourceKey> unreadable, ResourceVersion version) {
      var changes = new HashMap<String, List<ResourceDefinition>>();
      known.keySet().forEach(name -> changes.put(name, List.of()));
      unreadable.forEach(each -> changes.remove(each.name()));
      items.forEach(each -> changes.remove(each.key().name()));
      changes.keySet().forEach(CustomResources.this::forget);
      items.forEach(each -> changes.put(each.key().name(), put(each)));
      registry.defineAll(changes);
      decide();
    }

    @Override
    public void add(Resource object) {
      update(object);
    }

    @Override
    public void update(Resource object) {
      registry.define(object.key().name(), put(object));
      decide();
    }

    @Override
    public void delete(Resource object) {
      forget(object.key().name());
      registry.define(object.key().name(), List.of());
      decide();
    }

    @Override
    public void resync() {
      decide();
    }
  }
}
