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
import io.listwatch.objects.kinds.Verb;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.Reflector;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.reflector.ReflectorStore;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.ScalePaths;
import io.listwatch.server.registry.conversion.VersionConverter;
import io.listwatch.server.webhook.WebhookConnections;
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
 * Keeps a registry in step with the stored CustomResourceDefinitions: serves accepted CRDs and
 * writes the status of the others.
 *
 * <pre>
 *   stored ──▶ status decided ──▶ written ──▶ seen again, accepted ──▶ served
 *                    ▲               │
 *                    └──── failed ───┘ after a second
 * </pre>
 *
 * <p>Threads: its own thread follows the CRDs, and only this thread writes the registry. Any thread
 * may close it, or look up a scale, a schema or a converter.
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

  /** Every CRD as it was last seen, by name. Written by the reflector's thread. */
  private final ConcurrentMap<String, Known> known = new ConcurrentHashMap<>();

  /** Statuses whose write is in progress, by name. They count as if they were already written. */
  private final ConcurrentMap<String, Pending> pending = new ConcurrentHashMap<>();

  /**
   * Creates an instance that does not follow the CRDs before {@link #start}.
   *
   * @param source the CRDs of the whole cluster
   * @param workers compile validation rules ahead of the first request; if their queue is full, the
   *     first request compiles them
   * @param webhooks connect to conversion webhooks
   */
  public CustomResources(
      ResourceRegistry registry,
      ListerWatcher source,
      CustomStatusWriter writer,
      Executor workers,
      WebhookConnections webhooks,
      Metrics metrics,
      Timers timers) {
    this.registry = registry;
    this.writer = writer;
    this.workers = workers;
    this.timers = timers;
    this.conversions = new Conversions(webhooks, metrics, timers);
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

  /** Starts to follow the CRDs. Must be called once. */
  public void start() {
    thread.start();
  }

  /** Returns the paths of a custom resource's {@code scale} subresource; empty if it has none. */
  public Optional<ScalePaths> scale(ResourceType type) {
    Known found = known.get(type.toString());
    return found == null
        ? Optional.empty()
        : CustomDefinitions.scale(found.definition, type.version());
  }

  /** Returns the schema of a version as it was submitted; missing if there is none. */
  public JsonValue schema(ResourceType type) {
    Known found = known.get(type.toString());
    return found == null
        ? JsonValue.MISSING
        : CustomDefinitions.schema(found.definition, type.version());
  }

  /** Returns the converter between the versions of a custom resource. */
  public VersionConverter converter(ResourceType type) {
    Known found = known.get(type.toString());
    return found == null ? VersionConverter.SAME : found.converter;
  }

  /** Records a CRD and returns its served definitions. */
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

  /**
   * Creates new definitions only if the spec or the accepted names changed, so that watches of an
   * unchanged resource continue.
   */
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
      log.warn("{} is invalid and not served", definition.name(), meaningless);
      return new Known(stored, definition, List.of(), VersionConverter.SAME);
    }
  }

  private void prepare(CustomContent content) {
    try {
      workers.execute(content::prepare);
    } catch (RejectedExecutionException full) {
      log.debug("validation rules are compiled on first use", full);
    }
  }

  private void forget(String name) {
    known.remove(name);
    conversions.forget(name);
    pending.remove(name);
  }

  /** Computes statuses of the oldest CRDs first, because they win conflicts over names. */
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

  /** Returns the CRD with the status that is being written for it. */
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

  /** A stored CRD, parsed, with its served definitions and its converter. */
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

  /** A status that was computed from one version of a CRD. */
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
