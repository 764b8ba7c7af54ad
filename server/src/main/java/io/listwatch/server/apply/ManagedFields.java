package io.listwatch.server.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.schema.BuiltInForm;
import io.listwatch.server.schema.MalformedJsonException;
import io.listwatch.server.schema.ObjectSchema;
import io.listwatch.server.schema.Schema;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the book of who owns which field of the objects of one kind. Whoever changes a field owns
 * it from then on; a field that goes leaves no owner behind.
 *
 * <p>Thread-safe.
 */
public final class ManagedFields {
  /** What a write to the object itself does not change, and so does not own. */
  public static final FieldSet STATUS = FieldSet.ofMembers("status");

  /** What a write to the status does not change, and so does not own. */
  public static final FieldSet ALL_BUT_STATUS = FieldSet.ofMembers("metadata", "spec");

  /** The server's own fields, and those that name the object. */
  private static final FieldSet NOBODYS =
      FieldSet.ofMembers(
          "apiVersion",
          "kind",
          "metadata",
          "metadata.name",
          "metadata.namespace",
          "metadata.creationTimestamp",
          "metadata.selfLink",
          "metadata.uid",
          "metadata.clusterName",
          "metadata.generation",
          "metadata.managedFields",
          "metadata.resourceVersion");

  private final Schema schema;
  private final UnaryOperator<ObjectNode> normal;

  private ManagedFields(Schema schema, UnaryOperator<ObjectNode> normal) {
    this.schema = schema;
    this.normal = normal;
  }

  /** For a built-in kind. Objects are compared as they are spelled, empty structs included. */
  public static ManagedFields ofBuiltIn(ObjectSchema schema) {
    return new ManagedFields(schema, new BuiltInForm(schema)::normalize);
  }

  /** For a custom kind. Objects are compared as they are. */
  public static ManagedFields ofCustom(Schema schema) {
    return new ManagedFields(schema, UnaryOperator.identity());
  }

  /**
   * The owners after a write that is no apply, as {@code metadata.managedFields} is to be; empty if
   * there are none.
   *
   * <p>Owners are tracked from an object's creation on. Once they were cleared, with {@code []} or
   * {@code [{}]}, nobody is until someone applies.
   *
   * @param old the object before; null if it is created
   * @param next the object as it is to be, with the owners as the client sent them
   * @param ignored what this write cannot change, whatever the objects say: {@link #STATUS}, {@link
   *     #ALL_BUT_STATUS}, or nothing
   */
  public ArrayNode update(
      @Nullable ObjectNode old, ObjectNode next, FieldManager manager, FieldSet ignored) {
    Owners owners = old == null ? Owners.none() : ownersBefore(old, next, manager);
    if (old != null && owners.isEmpty()) {
      return owners.toJson();
    }
    Comparison comparison = compare(old == null ? next.objectNode() : old, next);
    Comparison effective = comparison.without(ignored);
    owners.lose(effective);
    owners.gain(manager, effective.changed().minus(NOBODYS));
    owners.limit();
    return old != null && comparison.isEmpty() && owners.equalsButForTimes(parse(old))
        ? parse(old).toJson()
        : owners.toJson();
  }

  /** A client that knows of owners may set them; one that does not must not lose them. */
  private static Owners ownersBefore(ObjectNode old, ObjectNode next, FieldManager manager) {
    if (!manager.subresource().isEmpty()) {
      return parse(old);
    }
    if (clears(entries(next))) {
      return Owners.none();
    }
    Owners sent = parse(next);
    return sent.isEmpty() ? parse(old) : sent;
  }

  private static JsonNode entries(ObjectNode object) {
    return object.path("metadata").path("managedFields");
  }

  private static boolean clears(JsonNode entries) {
    return entries.isArray()
        && (entries.isEmpty()
            || (entries.size() == 1 && entries.get(0).isObject() && entries.get(0).isEmpty()));
  }

  /** What cannot be read counts as absent. */
  private static Owners parse(ObjectNode object) {
    try {
      return Owners.parse(entries(object));
    } catch (IllegalArgumentException | MalformedJsonException e) {
      return Owners.none();
    }
  }

  private Comparison compare(ObjectNode old, ObjectNode next) {
    return Comparison.of(withoutOwners(old), withoutOwners(next), schema);
  }

  private ObjectNode withoutOwners(ObjectNode object) {
    ObjectNode copy = object.objectNode();
    copy.setAll(object);
    if (object.get("metadata") instanceof ObjectNode metadata && metadata.has("managedFields")) {
      ObjectNode bare = object.objectNode();
      bare.setAll(metadata);
      copy.set("metadata", bare.without(List.of("managedFields")));
    }
    return normal.apply(copy);
  }
}
