package io.listwatch.server.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.apply.FieldManager;
import io.listwatch.server.apply.FieldSet;
import io.listwatch.server.apply.ManagedFields;
import io.listwatch.time.Timers;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the record as the reference does: by the schema of a kind, or what its objects look like.
 */
final class ManagedFieldOwners implements FieldOwners {
  private final Timers timers;

  ManagedFieldOwners(Timers timers) {
    this.timers = timers;
  }

  @Override
  public void record(
      ServedKind kind,
      ObjectPart part,
      @Nullable ObjectNode old,
      ObjectNode next,
      WriteOptions options) {
    if (part == ObjectPart.BINDING) {
      return; // the server's own doing
    }
    var manager =
        new FieldManager(
            options.manager(), kind.type().apiVersion(), part.subresource(), timers.now());
    ManagedFields book =
        kind.schema()
            .map(ManagedFields::ofBuiltIn)
            .orElseGet(() -> ManagedFields.ofCustom(kind.sharing()));
    ArrayNode owners = book.update(old, next, manager, untouched(kind, part));
    if (part == ObjectPart.SCALE) {
      forgetTimes(owners);
    }
    ObjectNode metadata = Metadata.of(next).node();
    if (owners.isEmpty()) {
      metadata.remove("managedFields");
    } else {
      metadata.set("managedFields", owners);
    }
  }

  /** The reference does not say when something was scaled. */
  private static void forgetTimes(ArrayNode owners) {
    for (JsonNode each : owners) {
      if (each instanceof ObjectNode entry && entry.path("subresource").asText().equals("scale")) {
        entry.remove("time");
      }
    }
  }

  /** What a write to this part cannot change. */
  private static FieldSet untouched(ServedKind kind, ObjectPart part) {
    if (part == ObjectPart.STATUS || part == ObjectPart.APPROVAL) {
      return ManagedFields.ALL_BUT_STATUS;
    }
    return kind.definition().subresource("status").isPresent()
        ? ManagedFields.STATUS
        : FieldSet.empty();
  }
}
