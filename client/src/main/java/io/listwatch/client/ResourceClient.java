package io.listwatch.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.client.http.ApiRequest;
import io.listwatch.client.http.HttpTransport;
import io.listwatch.informer.Informer;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.OptionsModifier;
import io.listwatch.model.ConflictException;
import io.listwatch.model.ExpiredException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceType;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.UnreadableObject;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.Watch;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the objects of one type, as the user's class. First select the objects, then
 * call a verb.
 *
 * <pre>{@code
 * client.resources(PODS, JacksonCodec.of(Pod.class)).inNamespace("garden").get("rose");
 * }</pre>
 *
 * <p>Immutable and thread-safe. Calls block; an interrupt ends them.
 */
public final class ResourceClient<T> {
  private static final int PAGE = 500;

  /** Maximum number of attempts of an edit that conflicts with other changes. */
  private static final int EDITS = 5;

  private final HttpTransport transport;
  private final ObjectCodec<T> codec;
  private final ResourceScope scope;
  private final @Nullable WriteReport report;

  ResourceClient(HttpTransport transport, ObjectCodec<T> codec, ResourceScope scope) {
    this(transport, codec, scope, null);
  }

  private ResourceClient(
      HttpTransport transport,
      ObjectCodec<T> codec,
      ResourceScope scope,
      @Nullable WriteReport report) {
    this.transport = transport;
    this.codec = codec;
    this.scope = scope;
    this.report = report;
  }

  private ResourceClient<T> in(ResourceScope newScope) {
    return new ResourceClient<>(transport, codec, newScope, report);
  }

  /**
   * Makes writes visible in an informer of the same objects as soon as the server has responded,
   * before the informer's watch delivers them. Handlers are still notified by the watch. Deleting a
   * collection has no such effect, because the response does not name the deleted objects.
   */
  public ResourceClient<T> through(Informer<?> informer) {
    return new ResourceClient<>(transport, codec, scope, new WriteReport(informer));
  }

  public ResourceType type() {
    return scope.type();
  }

  public ResourceClient<T> inNamespace(String namespace) {
    return in(scope.inNamespace(namespace));
  }

  /**
   * Spans all namespaces in lists, watches and the deletion of collections. Requests for single
   * objects need a namespace.
   */
  public ResourceClient<T> inAllNamespaces() {
    return in(scope.inNamespace(null));
  }

  /** Restricts lists, watches and the deletion of collections to these objects. */
  public ResourceClient<T> where(LabelSelector labels) {
    return in(scope.where(labels));
  }

  /** Restricts lists, watches and the deletion of collections to these objects. */
  public ResourceClient<T> where(FieldSelector fields) {
    return in(scope.where(fields));
  }

  /** Selects a subresource of single objects, such as {@code status}. */
  public ResourceClient<T> subresource(String name) {
    return in(scope.subresource(name));
  }

  /** Uses another timeout than the client's {@code callTimeout}. */
  public ResourceClient<T> within(Duration timeout) {
    return in(scope.within(timeout));
  }

  /**
   * Disables retries, for a caller with its own: a request that the server asks to retry fails
   * instead.
   */
  public ResourceClient<T> once() {
    return in(scope.once());
  }

  /** Sets the field manager of writes. */
  public ResourceClient<T> as(String fieldManager) {
    return in(scope.as(fieldManager));
  }

  /** Makes writes dry runs. */
  public ResourceClient<T> dryRun() {
    return in(scope.dryRun());
  }

  public ResourceClient<T> validating(FieldValidation validation) {
    return in(scope.validating(validation));
  }

  /** Returns an object; empty if it does not exist. */
  public Optional<T> get(String name) throws InterruptedException {
    return read(scope.object("GET", name)).map(codec::decode);
  }

  /** Returns the object of a key. All methods that take a key use the key's namespace. */
  public Optional<T> get(ResourceKey key) throws InterruptedException {
    return at(key).get(key.name());
  }

  /**
   * Returns an object at a version; empty if it does not exist. {@link VersionMatch#any} reads from
   * the server's cache, {@link VersionMatch#notOlderThan} waits until the cache has that version.
   *
   * @throws IllegalArgumentException for {@link VersionMatch#exactly}, which the API does not have
   *     for single objects
   */
  public Optional<T> get(String name, VersionMatch match) throws InterruptedException {
    return read(OptionsQuery.get(scope.object("GET", name), match)).map(codec::decode);
  }

  private ResourceClient<T> at(ResourceKey key) {
    return in(scope.inNamespace(key.namespace()));
  }

  private Optional<Resource> read(ApiRequest request) throws InterruptedException {
    try {
      return Optional.of(call(request));
    } catch (NotFoundException none) {
      return Optional.empty();
    }
  }

  private Resource call(ApiRequest request) throws InterruptedException {
    return Responses.resource(transport.send(request).bytes());
  }

  /** Returns all selected objects, fetched page by page. */
  public ObjectList<T> list() throws InterruptedException {
    try {
      return pages(ListOptions.ALL.limitedTo(PAGE));
    } catch (ExpiredException tooSlow) {
      // The version of the pages has expired; a full list in one page needs no continue token.
      return page(ListOptions.ALL);
    }
  }

  private ObjectList<T> pages(ListOptions options) throws InterruptedException {
    ObjectList<T> page = page(options);
    List<T> items = new ArrayList<>(page.items());
    List<UnreadableObject> unreadable = new ArrayList<>(page.unreadable());
    ResourceVersion version = page.version();
    while (!page.continueToken().isEmpty()) {
      page = page(options.continuedBy(page.continueToken()));
      items.addAll(page.items());
      unreadable.addAll(page.unreadable());
    }
    return new ObjectList<>(items, unreadable, version, "");
  }

  /** Returns one page, or a full list, at the version that the options request. */
  public ObjectList<T> page(ListOptions options) throws InterruptedException {
    List<T> items = new ArrayList<>();
    List<UnreadableObject> unreadable = new ArrayList<>();
    ResourceList rest =
        source().stream(
            scope.select(options), each -> items.add(codec.decode(each)), unreadable::add);
    return new ObjectList<>(items, unreadable, rest.version(), rest.continueToken());
  }

  /**
   * Passes each selected object to a consumer as soon as it arrives, so that the list may be larger
   * than memory.
   *
   * @param unreadable receives objects that cannot be parsed
   * @return the resource version of the list
   * @throws ExpiredException if the version expires on the server before the end; some objects have
   *     then been passed
   */
  public ResourceVersion forEach(Consumer<? super T> each, Consumer<UnreadableObject> unreadable)
      throws InterruptedException {
    ListOptions options = scope.select(ListOptions.ALL.limitedTo(PAGE));
    Consumer<Resource> decoding = object -> each.accept(codec.decode(object));
    ResourceList page = source().stream(options, decoding, unreadable);
    ResourceVersion version = page.version();
    while (!page.isLastPage()) {
      page = source().stream(options.continuedBy(page.continueToken()), decoding, unreadable);
    }
    return version;
  }

  /**
   * Watches the selected objects over one connection, until the server ends it. A reflector, or
   * {@link #retryingWatch}, resumes by itself.
   */
  public Watch watch(WatchOptions options) throws InterruptedException {
    return source().watch(scope.select(options));
  }

  /**
   * Watches the selected objects after a version, over as many connections as necessary. Does not
   * deliver bookmarks. It ends when it is closed, when history has expired, or when the server
   * denies access; the latter two fail the reader.
   */
  public Watch retryingWatch(ResourceVersion after) {
    return new RetryingWatch(selected(), after, transport.timers());
  }

  /** Returns the collection, restricted by the selectors. */
  private ListerWatcher selected() {
    var modifier =
        new OptionsModifier() {
          @Override
          public ListOptions list(ListOptions options) {
            return scope.select(options);
          }

          @Override
          public WatchOptions watch(WatchOptions options) {
            return scope.select(options);
          }
        };
    return new HttpListerWatcher(
        transport, scope.type(), scope.namespace(), ObjectForm.WHOLE, modifier);
  }

  /**
   * Blocks until the condition holds for the object of that name, and returns whether it did within
   * {@code atMost}. The condition receives an empty optional if the object does not exist. If a
   * request is in progress at the end of that time, waits for its end.
   */
  public boolean await(String name, Predicate<Optional<T>> condition, Duration atMost)
      throws InterruptedException {
    ListerWatcher one = in(scope.only(name)).selected();
    Predicate<Optional<Resource>> decoding = found -> condition.test(found.map(codec::decode));
    return new ObjectWait(one, decoding, transport.timers()).await(atMost);
  }

  private HttpListerWatcher source() {
    return new HttpListerWatcher(
        transport, scope.type(), scope.namespace(), ObjectForm.WHOLE, OptionsModifier.NOTHING);
  }

  /**
   * Creates an object and returns it as the server stored it. The value may omit {@code kind} and
   * {@code apiVersion}, here and in other writes.
   */
  public T create(T value) throws InterruptedException {
    byte[] json = encode(value);
    return write(scope.of(json).creation(json).body(json));
  }

  private byte[] encode(T value) {
    return scope.withTypeMeta(codec.encode(value));
  }

  /**
   * Replaces an object. If the value has a resource version, the object must still be at that
   * version.
   */
  public T update(T value) throws InterruptedException {
    byte[] json = encode(value);
    return write(scope.of(json).object("PUT", ResourceScope.name(json)).body(json));
  }

  public T patch(String name, Patch patch) throws InterruptedException {
    return codec.decode(patched(name, patch));
  }

  public T patch(ResourceKey key, Patch patch) throws InterruptedException {
    return at(key).patch(key.name(), patch);
  }

  private Resource patched(String name, Patch patch) throws InterruptedException {
    ApiRequest request = scope.object("PATCH", name).body(patch.mediaType(), patch.bytes());
    return written(request);
  }

  /**
   * Applies the fields of {@code value} (server-side apply) and becomes their owner; needs a
   * {@linkplain #as field manager}. Fails with a conflict if another manager owns one of the
   * fields.
   */
  public T apply(T value) throws InterruptedException {
    return apply(value, false);
  }

  /** Like {@link #apply}, but takes over fields of other managers. */
  public T applyForced(T value) throws InterruptedException {
    return apply(value, true);
  }

  private T apply(T value, boolean force) throws InterruptedException {
    scope.requireFieldManager();
    byte[] json = encode(value);
    ApiRequest request = scope.of(json).object("PATCH", ResourceScope.name(json));
    ApiRequest applying = request.body("application/apply-patch+yaml", json);
    return write(force ? applying.query("force", "true") : applying);
  }

  private T write(ApiRequest request) throws InterruptedException {
    return codec.decode(written(request));
  }

  private Resource written(ApiRequest request) throws InterruptedException {
    Resource answer = call(scope.writing(request));
    if (report != null) {
      report.wrote(scope, answer);
    }
    return answer;
  }

  /**
   * Changes an object with a function. Fields that the user's class does not have are kept. If the
   * object was changed meanwhile, the function is called again with the new state.
   *
   * @throws NotFoundException if there is no such object
   * @throws ConflictException if all attempts conflicted with other changes
   */
  public T edit(String name, UnaryOperator<T> change) throws InterruptedException {
    for (int left = EDITS; ; left--) {
      Resource original = call(scope.object("GET", name));
      Optional<Patch> patch = ObjectEdit.of(original, codec, change);
      if (patch.isEmpty()) {
        return codec.decode(original);
      }
      try {
        return patch(name, patch.get());
      } catch (ConflictException tooLate) {
        if (left == 1) {
          throw tooLate;
        }
      }
    }
  }

  public T edit(ResourceKey key, UnaryOperator<T> change) throws InterruptedException {
    return at(key).edit(key.name(), change);
  }

  /**
   * Deletes an object; returns whether it existed. It may exist for a while longer, until it has
   * terminated.
   */
  public boolean delete(String name) throws InterruptedException {
    return delete(name, DeleteOptions.DEFAULT);
  }

  public boolean delete(String name, DeleteOptions options) throws InterruptedException {
    var key = new ResourceKey(scope.namespace(), name);
    Resource before = report == null ? null : report.before(key);
    try {
      byte[] answer = delete(scope.object("DELETE", name), options);
      if (report != null) {
        report.deleted(scope, key, before, answer);
      }
      return true;
    } catch (NotFoundException none) {
      return false;
    }
  }

  public boolean delete(ResourceKey key) throws InterruptedException {
    return at(key).delete(key.name());
  }

  public boolean delete(ResourceKey key, DeleteOptions options) throws InterruptedException {
    return at(key).delete(key.name(), options);
  }

  /** Deletes all selected objects. */
  public void deleteAll(DeleteOptions options) throws InterruptedException {
    delete(scope.collection("DELETE"), options);
  }

  private byte[] delete(ApiRequest request, DeleteOptions options) throws InterruptedException {
    byte[] json = options.json().getBytes(UTF_8);
    byte[] answer = transport.send(scope.deleting(request).body(json)).bytes();
    Responses.requireSuccess(answer);
    return answer;
  }

  @Override
  public String toString() {
    return scope.toString();
  }
}
