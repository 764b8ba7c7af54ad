package io.listwatch.workloads.control;

import io.listwatch.client.ApiClient;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.Selection;
import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.store.Index;
import io.listwatch.workloads.object.ApiObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One informer for each type, shared by all controllers, with the indexes that they need.
 *
 * <p>Thread-safe. Reads show a controller's own writes at once, so a controller needs no
 * expectations: it never counts a pod twice, and never misses one that it has just created.
 */
public final class SharedInformers implements AutoCloseable {
  /**
   * The index of objects by the uid of their controller. {@link #orphansOf} returns the value of
   * objects without one.
   */
  public static final String CONTROLLER = "controller";

  /** The index of pods by the name of their node. */
  public static final String NODE = "node";

  private static final JsonPath OWNER_UID = JsonPath.of("metadata.ownerReferences[*].uid");
  private static final JsonPath OWNER_CONTROLS =
      JsonPath.of("metadata.ownerReferences[*].controller");

  /**
   * The number of own writes that an informer shows ahead of its watch. If there were more,
   * controllers could create pods twice. They do not write as many before the watch delivers them.
   */
  private static final int MAX_OWN_WRITES = 100_000;

  private static final Duration OWN_WRITE_AGE = Duration.ofMinutes(2);
  private static final long DECODED_BYTES = 64 << 20;

  private final ApiClient client;
  private final InformerFactory factory;
  private final Map<ResourceType, Informer<ApiObject>> informers = new ConcurrentHashMap<>();

  /** Informers follow the system's clock: a clock that a test moves must not time out watches. */
  public SharedInformers(ApiClient client) {
    this.client = client;
    factory =
        client.informers(
            builder ->
                builder.options(
                    options ->
                        options
                            .decodedWeight(DECODED_BYTES)
                            .ownWrites(MAX_OWN_WRITES, OWN_WRITE_AGE)));
  }

  /** Returns the informer of a type. The first controller that watches it starts it. */
  public Informer<ApiObject> of(ResourceType type) {
    return informers.computeIfAbsent(type, this::create);
  }

  /**
   * Makes the informer of a type show what exists in a namespace now, ahead of its watch. For a
   * write without a response, which may have taken effect.
   */
  public void catchUp(ResourceType type, String namespace) throws InterruptedException {
    Informer<ApiObject> informer = of(type);
    client
        .resources(type, ObjectCodec.raw())
        .inNamespace(namespace)
        .list()
        .items()
        .forEach(informer::wrote);
  }

  private Informer<ApiObject> create(ResourceType type) {
    Informer<ApiObject> informer = factory.informer(Selection.of(type), ApiObject.CODEC);
    informer.addIndex(Index.of(CONTROLLER, SharedInformers::controller));
    return type.plural().equals("pods")
        ? informer.addIndex(Index.path(NODE, "spec.nodeName"))
        : informer;
  }

  private static List<String> controller(Resource object) {
    List<String> uids = object.texts(OWNER_UID);
    List<String> controls = object.texts(OWNER_CONTROLS);
    // If every reference has the field controller, both lists have the same order.
    if (controls.size() == uids.size() && controls.contains("true")) {
      return List.of(uids.get(controls.indexOf("true")));
    }
    return ApiObject.CODEC
        .decode(object)
        .controller()
        .map(owner -> List.of(owner.uid()))
        .orElseGet(() -> List.of(orphansOf(String.valueOf(object.key().namespace()))));
  }

  /** Returns the value of {@link #CONTROLLER} for objects of a namespace without a controller. */
  public static String orphansOf(String namespace) {
    return "orphans of " + namespace;
  }

  /** Returns the informers that have been used. */
  public List<Informer<ApiObject>> all() {
    return new ArrayList<>(informers.values());
  }

  @Override
  public void close() {
    factory.close();
  }
}
