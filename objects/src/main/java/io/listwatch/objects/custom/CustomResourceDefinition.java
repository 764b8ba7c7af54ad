package io.listwatch.objects.custom;

import io.listwatch.model.Resource;
import io.listwatch.model.Scope;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;

/**
 * A CustomResourceDefinition.
 *
 * <p>Immutable, as long as the caller does not change the tree.
 */
public final class CustomResourceDefinition {
  /** The finalizer that keeps a definition until its objects are deleted. */
  public static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

  private final JsonValue object;
  private final CustomNames wantedNames;
  private final CustomNames acceptedNames;

  private CustomResourceDefinition(JsonValue object) {
    this.object = object;
    this.wantedNames = CustomNames.of(object.path("spec").path("names"));
    this.acceptedNames = CustomNames.of(object.path("status").path("acceptedNames"));
  }

  public static CustomResourceDefinition of(JsonValue object) {
    return new CustomResourceDefinition(object);
  }

  /** Parses the object's JSON. */
  public static CustomResourceDefinition of(Resource resource) {
    return new CustomResourceDefinition(JsonTrees.read(resource.toByteArray()));
  }

  /** Returns the definition with another status. */
  public CustomResourceDefinition withStatus(JsonObject status) {
    JsonObject copy = new JsonObject();
    copy.setAll((JsonObject) object);
    copy.set("status", status);
    return new CustomResourceDefinition(copy);
  }

  /** Returns the name, such as {@code widgets.example.com}. */
  public String name() {
    return object.path("metadata").path("name").asText();
  }

  JsonValue metadata() {
    return object.path("metadata");
  }

  /** Returns the creation timestamp. Timestamps sort as strings. */
  public String created() {
    return metadata().path("creationTimestamp").asText();
  }

  public JsonValue spec() {
    return object.path("spec");
  }

  JsonValue status() {
    return object.path("status");
  }

  public String group() {
    return spec().path("group").asText();
  }

  public Scope scope() {
    return spec().path("scope").asText().equals("Namespaced") ? Scope.NAMESPACED : Scope.CLUSTER;
  }

  public CustomNames wantedNames() {
    return wantedNames;
  }

  public CustomNames acceptedNames() {
    return acceptedNames;
  }

  public JsonValue versions() {
    return spec().path("versions");
  }

  /** Returns the entry of a version; missing if there is none. */
  public JsonValue version(String name) {
    for (JsonValue version : versions()) {
      if (version.path("name").asText().equals(name)) {
        return version;
      }
    }
    return JsonValue.MISSING;
  }

  /** Returns the storage version; empty if there is none. */
  public String storageVersion() {
    for (JsonValue version : versions()) {
      if (version.path("storage").asBoolean()) {
        return version.path("name").asText();
      }
    }
    return "";
  }

  /**
   * True if all names are accepted and the conditions are up to date, so that the status needs no
   * change.
   */
  public boolean settled() {
    return wantedNames.equals(acceptedNames)
        && conditionIsTrue("NamesAccepted")
        && conditionIsTrue("Established")
        && ApiApproval.of(this).map(ApiApproval::condition).map(this::says).orElse(true);
  }

  private boolean says(CustomStatus.Condition wanted) {
    for (JsonValue condition : status().path("conditions")) {
      if (condition.path("type").asText().equals(wanted.type())) {
        return condition.path("message").asText().equals(wanted.message());
      }
    }
    return false;
  }

  public boolean conditionIsTrue(String type) {
    for (JsonValue condition : status().path("conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }
}
