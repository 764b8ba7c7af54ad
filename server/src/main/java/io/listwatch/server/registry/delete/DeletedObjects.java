package io.listwatch.server.registry.delete;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The deleted objects that a response shows: the first ones whole, then only their names, uids and
 * versions. Further ones are counted, so that a deletion of everything does not exhaust the heap.
 *
 * <p>Not thread-safe.
 */
final class DeletedObjects {
  /** Objects beyond this number of bytes are shown without their content. */
  static final long MAX_SHOWN_BYTES = 32L << 20;

  /** The number of objects that are shown without their content. Each takes less than a KiB. */
  static final int MAX_NAMED = 50_000;

  private final long maxBytes;
  private final int maxNamed;
  private final List<Resource> kept = new ArrayList<>();

  /** The bytes of the objects that were added. */
  private long bytes;

  private int named;
  private long omitted;

  DeletedObjects(long maxBytes, int maxNamed) {
    this.maxBytes = maxBytes;
    this.maxNamed = maxNamed;
  }

  void add(Resource object) {
    bytes += object.size();
    if (bytes <= maxBytes) {
      kept.add(object);
    } else if (named < maxNamed) {
      named++;
      kept.add(nameOf(object));
    } else {
      omitted++;
    }
  }

  private static Resource nameOf(Resource object) {
    JsonObject name = new JsonObject();
    name.put("apiVersion", object.apiVersion()).put("kind", object.kind());
    JsonObject metadata = name.putObject("metadata").put("name", object.key().name());
    if (object.key().namespace() != null) {
      metadata.put("namespace", object.key().namespace());
    }
    object.uid().ifPresent(uid -> metadata.put("uid", uid));
    metadata.put("resourceVersion", object.version().toString());
    return Resource.parse(JsonTrees.write(name));
  }

  List<Resource> kept() {
    return kept;
  }

  /**
   * Returns the number of objects that the response leaves out.
   *
   * @param after the number of objects after the last page; null if it is not known
   */
  @Nullable Long remaining(@Nullable Long after) {
    if (omitted == 0) {
      return after;
    }
    return after == null ? omitted : after + omitted;
  }
}
