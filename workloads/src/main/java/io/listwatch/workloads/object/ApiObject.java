package io.listwatch.workloads.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.JacksonCodec;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.selector.Labels;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;

/**
 * An API object as a tree of JSON.
 *
 * <p>Immutable by convention: informers share it between their readers, so no caller may change the
 * tree. {@link #edited} returns a changed copy.
 */
public final class ApiObject {
  /** Decodes the objects of informers and clients. */
  public static final ObjectCodec<ApiObject> CODEC = new Codec();

  private final ObjectNode json;

  private ApiObject(ObjectNode json) {
    this.json = json;
  }

  /** Returns an object over a tree, which must not be changed afterwards. */
  public static ApiObject of(ObjectNode json) {
    return new ApiObject(json);
  }

  /** Returns a copy after {@code change} has edited it. */
  public ApiObject edited(Consumer<ObjectNode> change) {
    ObjectNode copy = json.deepCopy();
    change.accept(copy);
    return new ApiObject(copy);
  }

  /** Returns a copy with another status. */
  public ApiObject withStatus(ObjectNode status) {
    ObjectNode copy = json.objectNode().setAll(json);
    copy.set("status", status);
    return new ApiObject(copy);
  }

  /** Returns the tree, which the caller must not change. */
  public ObjectNode json() {
    return json;
  }

  public JsonNode metadata() {
    return json.path("metadata");
  }

  /** Returns the spec; a missing node if there is none. */
  public JsonNode spec() {
    return json.path("spec");
  }

  /** Returns the status; a missing node if there is none. */
  public JsonNode status() {
    return json.path("status");
  }

  /** True if the status equals another one, whatever the Java types of its numbers. */
  public boolean hasStatus(ObjectNode other) {
    return other.equals(
        ApiObject::compare, status().isMissingNode() ? json.objectNode() : status());
  }

  /** Compares two leaves of trees; only equality matters. */
  private static int compare(JsonNode one, JsonNode two) {
    if (one.isNumber() && two.isNumber()) {
      return one.decimalValue().compareTo(two.decimalValue());
    }
    return one.equals(two) ? 0 : 1;
  }

  /** Returns a copy of the status that the caller may change; empty if there is none. */
  public ObjectNode statusCopy() {
    return status() instanceof ObjectNode status
        ? status.deepCopy()
        : JsonNodeFactory.instance.objectNode();
  }

  public String name() {
    return metadata().path("name").asText();
  }

  /** Returns the namespace; empty if the object is cluster-scoped. */
  public String namespace() {
    return metadata().path("namespace").asText();
  }

  public ResourceKey key() {
    String namespace = namespace();
    return namespace.isEmpty() ? ResourceKey.of(name()) : ResourceKey.of(namespace, name());
  }

  public String uid() {
    return metadata().path("uid").asText();
  }

  public String version() {
    return metadata().path("resourceVersion").asText();
  }

  public long generation() {
    return metadata().path("generation").asLong();
  }

  /** True if the object has a {@code deletionTimestamp}. */
  public boolean terminating() {
    return metadata().hasNonNull("deletionTimestamp");
  }

  public Instant created() {
    return time(metadata().path("creationTimestamp"));
  }

  /** Parses a timestamp; {@link Instant#EPOCH} if there is none. */
  public static Instant time(JsonNode value) {
    return value.isTextual() ? OffsetDateTime.parse(value.asText()).toInstant() : Instant.EPOCH;
  }

  /** Returns an instant as {@code metav1.Time} is written: in whole seconds. */
  public static String timestamp(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  public Map<String, String> labelMap() {
    return strings(metadata().path("labels"));
  }

  public Labels labels() {
    return Labels.of(labelMap());
  }

  public Map<String, String> annotations() {
    return strings(metadata().path("annotations"));
  }

  public Optional<String> annotation(String name) {
    JsonNode value = metadata().path("annotations").path(name);
    return value.isTextual() ? Optional.of(value.asText()) : Optional.empty();
  }

  /** Returns the members of an object as strings, in their order; empty if there is no object. */
  public static Map<String, String> strings(JsonNode object) {
    var strings = new LinkedHashMap<String, String>();
    object.properties().forEach(each -> strings.put(each.getKey(), each.getValue().asText()));
    return Collections.unmodifiableMap(strings);
  }

  public List<OwnerReference> owners() {
    return StreamSupport.stream(metadata().path("ownerReferences").spliterator(), false)
        .map(OwnerReference::of)
        .toList();
  }

  /** Returns the owner that manages this object. */
  public Optional<OwnerReference> controller() {
    return owners().stream().filter(OwnerReference::controller).findFirst();
  }

  public boolean isControlledBy(ApiObject owner) {
    return controller().filter(reference -> reference.uid().equals(owner.uid())).isPresent();
  }

  /** Returns the condition of a type; a missing node if there is none. */
  public JsonNode condition(String type) {
    return Conditions.find(status().path("conditions"), type);
  }

  /** Returns the identity, not the content, which may be secret. */
  @Override
  public String toString() {
    return json.path("kind").asText("object") + " " + key() + " @" + version();
  }

  /** Converts between bytes and trees. */
  private static final class Codec implements ObjectCodec<ApiObject> {
    private final JacksonCodec<ObjectNode> trees = JacksonCodec.of(ObjectNode.class);

    @Override
    public ApiObject decode(Resource object) {
      return new ApiObject(trees.decode(object));
    }

    @Override
    public byte[] encode(ApiObject value) {
      return trees.encode(value.json);
    }
  }
}
