package io.listwatch.workloads.control;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.listwatch.client.ApiClient;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.client.event.EventPolicy;
import io.listwatch.client.event.EventRecorder;
import io.listwatch.client.event.EventType;
import io.listwatch.client.event.ObjectReference;
import io.listwatch.controller.Controller;
import io.listwatch.controller.ControllerBuilder;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.Informer;
import io.listwatch.informer.View;
import io.listwatch.model.ConflictException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.time.Timers;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Types;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that one controller uses: shared informers to read from, clients to write with as its own
 * user, an event recorder and a clock.
 *
 * <p>Thread-safe. Closing it closes the recorder and the client, not the informers.
 */
public final class ControllerContext implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ControllerContext.class);

  private final String name;
  private final ApiClient client;
  private final SharedInformers informers;
  private final EventRecorder events;
  private final Timers timers;
  private final int workers;

  /** The owners of pods whose creation had no response. */
  private final Set<ResourceKey> uncertain = ConcurrentHashMap.newKeySet();

  /**
   * Creates a context.
   *
   * @param name the controller's name, which is also the field manager of its writes and the
   *     component of its events
   * @param client closed with this
   */
  public ControllerContext(
      String name, ApiClient client, SharedInformers informers, Timers timers, int workers) {
    this.name = name;
    this.client = client;
    this.informers = informers;
    this.events = EventRecorder.of(client, name, "", EventPolicy.DEFAULT, timers);
    this.timers = timers;
    this.workers = workers;
  }

  public String name() {
    return name;
  }

  public Timers timers() {
    return timers;
  }

  public Instant now() {
    return timers.now();
  }

  public ApiClient client() {
    return client;
  }

  public Informer<ApiObject> informer(ResourceType type) {
    return informers.of(type);
  }

  /** Returns an object as the informer has it. The tree is shared: do not change it. */
  public Optional<ApiObject> get(ResourceType type, ResourceKey key) {
    return informer(type).get(key).map(View::get);
  }

  /** Returns the objects of a type that have a value under an index of the informer. */
  public List<ApiObject> byIndex(ResourceType type, String index, String value) {
    return decoded(informer(type).byIndex(index, value));
  }

  /** Returns the objects of a type in a namespace. */
  public List<ApiObject> inNamespace(ResourceType type, String namespace) {
    return decoded(informer(type).inNamespace(namespace));
  }

  /** Returns all objects of a type. */
  public List<ApiObject> all(ResourceType type) {
    return decoded(informer(type).list());
  }

  private static List<ApiObject> decoded(Collection<View<ApiObject>> views) {
    return views.stream().map(View::get).toList();
  }

  /**
   * Returns a client of all namespaces. The informer of the type shows its writes at once; do not
   * use it for kinds that this controller does not read.
   */
  public ResourceClient<ApiObject> resources(ResourceType type) {
    return client
        .resources(type, ApiObject.CODEC)
        .inAllNamespaces()
        .as(name)
        .through(informer(type));
  }

  /**
   * Replaces the status of an object, unless it is already the same. Other changes of the object
   * are sent with it; the server keeps those that the status subresource may make, such as
   * annotations.
   *
   * @return the object as it is stored now
   * @throws ConflictException if the object was changed meanwhile
   */
  public ApiObject updateStatus(ResourceType type, ApiObject object, ObjectNode status)
      throws InterruptedException {
    return object.hasStatus(status)
        ? object
        : resources(type).subresource("status").update(object.withStatus(status));
  }

  /**
   * Changes the status of an object by a merge patch, for controllers that may not replace it. Does
   * nothing if the status is already the same.
   *
   * @return the object as it is stored now
   * @throws ConflictException if another object has taken its name
   */
  @CanIgnoreReturnValue
  public ApiObject patchStatus(ResourceType type, ApiObject object, ObjectNode status)
      throws InterruptedException {
    if (object.hasStatus(status)) {
      return object;
    }
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("metadata").put("uid", object.uid()).put("resourceVersion", object.version());
    patch.set("status", status);
    return resources(type).subresource("status").patch(object.key(), Patch.merge(patch.toString()));
  }

  /**
   * Records that a pod of an owner may exist although its creation failed. The owner is reconciled
   * again only with the pods that the server has: otherwise the pod would be created twice, because
   * its name is generated.
   */
  void podMayExist(ResourceKey owner) {
    uncertain.add(owner);
  }

  /** Records an event with type Normal about an object. */
  public void normal(ResourceType type, ApiObject about, String reason, String message) {
    events.event(reference(type, about), EventType.NORMAL, reason, message);
  }

  /** Records an event with type Warning about an object. */
  public void warning(ResourceType type, ApiObject about, String reason, String message) {
    events.event(reference(type, about), EventType.WARNING, reason, message);
  }

  private static ObjectReference reference(ResourceType type, ApiObject about) {
    return new ObjectReference(
        type.apiVersion(),
        type.kind(),
        about.namespace(),
        about.name(),
        about.uid(),
        about.version(),
        "");
  }

  /**
   * Returns a builder for the controller. A reconciler that finds an object changed or gone is
   * called again, without a warning in the log.
   */
  public ControllerBuilder<ResourceKey> controller(Reconciler<ResourceKey> reconciler) {
    Reconciler<ResourceKey> patient = key -> reconcile(reconciler, key);
    return Controller.builder(name, patient).timers(timers).workers(workers);
  }

  private Reconciliation reconcile(Reconciler<ResourceKey> reconciler, ResourceKey key)
      throws Exception {
    try {
      if (uncertain.contains(key)) {
        informers.catchUp(Types.PODS, String.valueOf(key.namespace()));
        uncertain.remove(key);
      }
      return reconciler.reconcile(key);
    } catch (ConflictException | NotFoundException stale) {
      log.debug("{}: {}: {}, trying again", name, key, stale.getMessage());
      return Reconciliation.retry();
    }
  }

  @Override
  public void close() {
    events.close();
    client.close();
  }
}
