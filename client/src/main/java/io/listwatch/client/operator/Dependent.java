package io.listwatch.client.operator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.ResourceClient;
import io.listwatch.informer.Informer;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.View;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import java.util.Optional;

/**
 * Keeps objects of one type in the state that a controller wants, by server-side apply.
 *
 * <p>An apply is sent if the wanted state has changed since the last one, or if the object has
 * drifted: if it is missing, or differs from the server's response to the last apply in anything
 * but its status. A change that another manager may make, such as the replicas that an autoscaler
 * sets, costs one apply that changes nothing. After a restart, the program applies each object
 * once.
 *
 * <p>Thread-safe, for a reconciler with any number of workers. Caches the last apply of {@value
 * #REMEMBERED} objects; an evicted object is applied once more.
 */
public final class Dependent<T> {
  private static final int REMEMBERED = 100_000;

  private final ResourceClient<Resource> client;
  private final ObjectCodec<T> codec;
  private final Informer<?> informer;
  private final Remembered<ResourceKey, Applied> applied = new Remembered<>(REMEMBERED);

  private Dependent(ResourceClient<Resource> client, ObjectCodec<T> codec, Informer<?> informer) {
    this.client = client;
    this.codec = codec;
    this.informer = informer;
  }

  /**
   * Creates an instance for the objects of one type.
   *
   * @param client of the objects, with the field manager of the controller ({@link
   *     ResourceClient#as})
   * @param codec encodes the wanted state: only the fields that the controller wants to own
   * @param informer of the objects, in all namespaces where the controller applies them
   */
  public static <T> Dependent<T> of(
      ResourceClient<Resource> client, ObjectCodec<T> codec, Informer<?> informer) {
    return new Dependent<>(client.inAllNamespaces().through(informer), codec, informer);
  }

  /**
   * Applies the wanted state, with an owner reference and the owner's namespace, unless the object
   * already has that state. Takes over fields that other managers have changed.
   *
   * @return true if that changed the object
   * @throws io.listwatch.model.ApiException if the server rejects it, for example because another
   *     owner controls the object
   */
  public boolean apply(Owner owner, T wanted) throws InterruptedException {
    ObjectNode tree = JsonTree.of(codec.encode(wanted));
    owner.addTo(tree, client.type().scope());
    Resource intent = JsonTree.resource(tree);
    String digest = JsonTree.digest(tree);
    Optional<Resource> found = informer.get(intent.key()).map(View::resource);
    Applied last = applied.get(intent.key());
    if (found.isPresent() && last != null && last.is(digest, found.get())) {
      return false;
    }
    Resource answer = client.applyForced(intent);
    applied.put(intent.key(), Applied.of(digest, answer));
    return !found.map(Resource::version).equals(Optional.of(answer.version()));
  }

  /**
   * Deletes an object that is no longer wanted, if the informer has it and it belongs to the owner.
   *
   * @return true if it was deleted
   */
  public boolean delete(Owner owner, ResourceKey key) throws InterruptedException {
    applied.forget(key);
    Optional<? extends View<?>> found = informer.get(key);
    return found.isPresent() && owner.owns(found.get()) && client.delete(key);
  }

  /**
   * The last apply of an object.
   *
   * @param wanted digest of the wanted state
   * @param version of the response
   * @param content digest of the response without its status
   */
  private record Applied(String wanted, ResourceVersion version, String content) {
    static Applied of(String wanted, Resource answer) {
      return new Applied(wanted, answer.version(), content(answer));
    }

    boolean is(String newWanted, Resource found) {
      return wanted.equals(newWanted)
          && (version.equals(found.version()) || content.equals(content(found)));
    }

    private static String content(Resource object) {
      ObjectNode tree = JsonTree.of(object);
      tree.remove("status");
      ObjectNode metadata = JsonTree.object(tree, "metadata");
      metadata.remove("resourceVersion");
      metadata.remove("managedFields");
      return JsonTree.digest(tree);
    }
  }
}
