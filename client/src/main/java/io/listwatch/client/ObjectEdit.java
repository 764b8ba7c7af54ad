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
 * Computes a patch of an object from a user's change to a decoded copy.
 *
 * <p>The user's class may not have all fields of the object. So the object is encoded before and
 * after the change, and the difference is applied to the original. Fields that the class does not
 * have are in neither encoding, and stay.
 */
final class ObjectEdit {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ObjectEdit() {}

  /**
   * Returns the patch, with the object's resource version as precondition; empty if nothing
   * changed.
   */
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

  /** Returns the merge patch (RFC 7386) that turns one object into the other. */
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
