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
 * The objects of one type on a server, as the user's class: first what is meant, then what is to be
 * done.
 *
 * <pre>{@code
 * client.resources(PODS, JacksonCodec.of(Pod.class)).inNamespace("garden").get("rose");
 * }</pre>
 *
 * <p>Immutable and thread-safe. Calls wait, and an interrupt ends them.
 */
public final class ResourceClient<T> {
  private static final int PAGE = 500;

  /** How often an edit is redone that somebody else's change came before. */
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
   * Writes so that they can be read from an informer of the same objects as soon as they have been
   * answered, which is before its watch tells of them. Handlers hear of them by the watch. Of the
   * deletion of a collection, which does not say what it deleted, only the watch tells.
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

  /** For lists, watches and the deletion of collections; single objects need a namespace. */
  public ResourceClient<T> inAllNamespaces() {
    return in(scope.inNamespace(null));
  }

  /** Of lists, watches and the deletion of collections, those only. */
  public ResourceClient<T> where(LabelSelector labels) {
    return in(scope.where(labels));
  }

  /** Of lists, watches and the deletion of collections, those only. */
  public ResourceClient<T> where(FieldSelector fields) {
    return in(scope.where(fields));
  }

  /** A part of single objects that is read and written by itself, such as {@code status}. */
  public ResourceClient<T> subresource(String name) {
    return in(scope.subresource(name));
  }

  /** With another limit than the client's {@code callTimeout}. */
  public ResourceClient<T> within(Duration timeout) {
    return in(scope.within(timeout));
  }

  /** For a caller who paces itself: what the server asks to repeat fails instead. */
  public ResourceClient<T> once() {
    return in(scope.once());
  }

  /** Owns the fields that it writes by this name. */
  public ResourceClient<T> as(String fieldManager) {
    return in(scope.as(fieldManager));
  }

  /** Says what a write would do, and does nothing. */
  public ResourceClient<T> dryRun() {
    return in(scope.dryRun());
  }

  public ResourceClient<T> validating(FieldValidation validation) {
    return in(scope.validating(validation));
  }

  /** Empty if there is no such object. */
  public Optional<T> get(String name) throws InterruptedException {
    return read(name).map(codec::decode);
  }

  /** The object of that key, in whatever namespace it names; as other verbs by key. */
  public Optional<T> get(ResourceKey key) throws InterruptedException {
    return at(key).get(key.name());
  }

  private ResourceClient<T> at(ResourceKey key) {
    return in(scope.inNamespace(key.namespace()));
  }

  private Optional<Resource> read(String name) throws InterruptedException {
    try {
      return Optional.of(call(scope.object("GET", name)));
    } catch (NotFoundException none) {
      return Optional.empty();
    }
  }

  private Resource call(ApiRequest request) throws InterruptedException {
    return Answers.resource(transport.send(request).bytes());
  }

  /** All objects that are meant, fetched page by page. */
  public ObjectList<T> list() throws InterruptedException {
    try {
      return pages(ListOptions.ALL.limitedTo(PAGE));
    } catch (ExpiredException tooSlow) {
      // The state that the pages are of is gone; one page that has everything needs no state.
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

  /** One page, or all at once, of the state that the options ask for. */
  public ObjectList<T> page(ListOptions options) throws InterruptedException {
    List<T> items = new ArrayList<>();
    List<UnreadableObject> unreadable = new ArrayList<>();
    ResourceList rest =
        source().stream(
            scope.select(options), each -> items.add(codec.decode(each)), unreadable::add);
    return new ObjectList<>(items, unreadable, rest.version(), rest.continueToken());
  }

  /**
   * Hands over every object that is meant, each as soon as it has come in, so that there may be
   * more of them than memory has room for.
   *
   * @param unreadable given what cannot be read
   * @return the version that the objects are of
   * @throws ExpiredException if it takes longer than the server keeps the state; some have then
   *     been handed over
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

  /** What happens to the objects that are meant. It ends as any stream does; see the reflector. */
  public Watch watch(WatchOptions options) throws InterruptedException {
    return source().watch(scope.select(options));
  }

  /**
   * What happens after a version to the objects that are meant, over as many connections as it
   * takes. Bookmarks are not passed on. It ends when it is closed, when the history has gone, or
   * when the server does not allow it; the latter two fail whoever reads it.
   */
  public Watch retryingWatch(ResourceVersion after) {
    return new RetryingWatch(selected(), after, transport.timers());
  }

  /** This collection, narrowed to what is meant. */
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
   * Waits until the object of that name is as the condition wants it, which is given what there is,
   * and nothing once it is gone. Answers whether it came to that in time; a call that is under way
   * then is waited for.
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
   * Creates an object; answers it as the server has it. A value need not say its {@code kind} and
   * {@code apiVersion}, here and in other writes.
   */
  public T create(T value) throws InterruptedException {
    byte[] json = encode(value);
    return write(scope.of(json).creation(json).body(json));
  }

  private byte[] encode(T value) {
    return scope.introduced(codec.encode(value));
  }

  /** Replaces an object by its name; if the value says of which state it is, only that state. */
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
   * Makes the fields of {@code value} so, and owns them from then on; needs a name {@linkplain #as
   * to own them by}. A field that another owns is a conflict.
   */
  public T apply(T value) throws InterruptedException {
    return apply(value, false);
  }

  /** As {@link #apply}, but takes over fields that others own. */
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
   * Changes an object by a function from what it is to what it shall be. What the user's class does
   * not know of the object stays as it is. If somebody else changes it meanwhile, the function is
   * called again with what that made of it.
   *
   * @throws NotFoundException if there is no such object
   * @throws ConflictException if others were quicker again and again
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

  /** Deletes an object; answers whether there was one. It may take a while until it is gone. */
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

  /** Deletes all objects that are meant. */
  public void deleteAll(DeleteOptions options) throws InterruptedException {
    delete(scope.collection("DELETE"), options);
  }

  private byte[] delete(ApiRequest request, DeleteOptions options) throws InterruptedException {
    byte[] json = options.json().getBytes(UTF_8);
    byte[] answer = transport.send(scope.deleting(request).body(json)).bytes();
    Answers.requireSuccess(answer);
    return answer;
  }

  @Override
  public String toString() {
    return scope.toString();
  }
}
