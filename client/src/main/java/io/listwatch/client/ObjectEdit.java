package io.listwatch.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.model.MalformedException;
import io.listwatch.model.Resource;
import java.io.IOException;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What a user did to an object, as a patch of the object itself.
 *
 * <p>A user's class may know less than the server. So the object is encoded before and after the
 * change, and what differs between the two is done to the original: what the class does not know is
 * in neither, and stays.
 */
final class ObjectEdit {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ObjectEdit() {}

  /** The patch, which also says which state it is of; empty if nothing was changed. */
  static <T> Optional<Patch> of(Resource original, ObjectCodec<T> codec, UnaryOperator<T> change) {
    JsonNode whole = tree(original.toByteArray());
    JsonNode before = tree(codec.encode(codec.decode(original)));
    JsonNode after = tree(codec.encode(change.apply(codec.decode(original))));
    JsonNode edited = Rebase.onto(whole, before, after);
    ObjectNode patch = mergePatch(whole, edited);
    if (patch.isEmpty()) {
      return Optional.empty();
    }
    patch.withObject("/metadata").put("resourceVersion", original.version().toString());
    return Optional.of(Patch.merge(patch.toString()));
  }

  private static JsonNode tree(byte[] json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new MalformedException("an object that cannot be edited: " + e.getClass().getName());
    }
  }

  /** What makes one object the other (RFC 7386). */
  static ObjectNode mergePatch(JsonNode from, JsonNode to) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    from.fieldNames()
        .forEachRemaining(
            name -> {
              if (!to.has(name)) {
                patch.putNull(name);
              }
            });
    to.fieldNames()
        .forEachRemaining(
            name -> {
              JsonNode was = from.get(name);
              JsonNode is = to.get(name);
              if (was != null && was.isObject() && is.isObject()) {
                ObjectNode inner = mergePatch(was, is);
                if (!inner.isEmpty()) {
                  patch.set(name, inner);
                }
              } else if (!is.equals(was)) {
                patch.set(name, is);
              }
            });
    return patch;
  }
}
