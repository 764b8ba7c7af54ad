package io.listwatch.client;

import io.listwatch.client.http.ApiRequest;
import io.listwatch.client.stream.TypeMeta;
import io.listwatch.json.JsonPath;
import io.listwatch.model.ListOptions;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.model.WatchOptions;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The objects that a {@link ResourceClient} selects, and how it writes them.
 *
 * @param namespace null for all
 * @param subresource empty for the objects themselves
 * @param timeout null for the client's
 * @param repeated whether to retry a request if the server asks for that
 */
record ResourceScope(
    ResourceType type,
    @Nullable String namespace,
    LabelSelector labels,
    FieldSelector fields,
    String subresource,
    @Nullable Duration timeout,
    boolean repeated,
    WriteOptions writes) {
  private static final JsonPath NAME = JsonPath.of("metadata.name");
  private static final JsonPath NAMESPACE = JsonPath.of("metadata.namespace");

  static ResourceScope of(ResourceType type, @Nullable String namespace) {
    return new ResourceScope(
        type,
        namespace,
        LabelSelector.everything(),
        FieldSelector.everything(),
        "",
        null,
        true,
        WriteOptions.DEFAULT);
  }

  ResourceScope inNamespace(@Nullable String newNamespace) {
    return new ResourceScope(
        type, newNamespace, labels, fields, subresource, timeout, repeated, writes);
  }

  ResourceScope where(LabelSelector newLabels) {
    return new ResourceScope(
        type, namespace, newLabels, fields, subresource, timeout, repeated, writes);
  }

  ResourceScope where(FieldSelector newFields) {
    return new ResourceScope(
        type, namespace, labels, newFields, subresource, timeout, repeated, writes);
  }

  /** Returns the collection of only the object of that name. */
  ResourceScope only(String name) {
    if (namespace == null && type.scope() == Scope.NAMESPACED) {
      throw new IllegalArgumentException(
          "namespace: none for %s (expected: one, %s are namespaced)".formatted(name, type));
    }
    String escaped = name.replaceAll("[\\\\,=]", "\\\\$0");
    return where(FieldSelector.parse("metadata.name=" + escaped));
  }

  ResourceScope subresource(String newSubresource) {
    return new ResourceScope(
        type, namespace, labels, fields, newSubresource, timeout, repeated, writes);
  }

  ResourceScope within(Duration newTimeout) {
    return new ResourceScope(
        type, namespace, labels, fields, subresource, newTimeout, repeated, writes);
  }

  ResourceScope once() {
    return new ResourceScope(type, namespace, labels, fields, subresource, timeout, false, writes);
  }

  ResourceScope as(String fieldManager) {
    return writing(new WriteOptions(fieldManager, writes.dryRun(), writes.validation()));
  }

  ResourceScope dryRun() {
    return writing(new WriteOptions(writes.fieldManager(), true, writes.validation()));
  }

  ResourceScope validating(FieldValidation validation) {
    return writing(new WriteOptions(writes.fieldManager(), writes.dryRun(), validation));
  }

  private ResourceScope writing(WriteOptions newWrites) {
    return new ResourceScope(
        type, namespace, labels, fields, subresource, timeout, repeated, newWrites);
  }

  /**
   * Returns the scope for an object: that of its own namespace if this scope spans all namespaces.
   */
  ResourceScope of(byte[] json) {
    return namespace == null ? inNamespace(NAMESPACE.text(json, 0, json.length)) : this;
  }

  /**
   * Adds {@code kind} and {@code apiVersion} if they are missing, except for subresources with a
   * kind of their own.
   */
  byte[] withTypeMeta(byte[] json) {
    return subresource.isEmpty() || subresource.equals("status")
        ? new TypeMeta(type.apiVersion(), type.kind()).addIfMissing(json)
        : json;
  }

  static String name(byte[] json) {
    String name = NAME.text(json, 0, json.length);
    if (name == null) {
      throw new IllegalArgumentException("metadata.name: none (expected: the object's name)");
    }
    return name;
  }

  ListOptions select(ListOptions options) {
    return options.where(labels).where(fields);
  }

  WatchOptions select(WatchOptions options) {
    return options.where(labels).where(fields);
  }

  /** Returns a request for one object, or its subresource. */
  ApiRequest object(String method, String name) {
    return request(method, ResourcePath.object(type, namespace, name) + part());
  }

  /** Returns a create request for an object, or for a subresource of an existing one. */
  ApiRequest creation(byte[] json) {
    return subresource.isEmpty()
        ? request("POST", ResourcePath.collection(type, namespace))
        : object("POST", name(json));
  }

  private String part() {
    return subresource.isEmpty() ? "" : "/" + ResourcePath.segment("subresource", subresource);
  }

  /** Returns a request for all selected objects. */
  ApiRequest collection(String method) {
    ApiRequest request = request(method, ResourcePath.collection(type, namespace));
    return OptionsQuery.list(request, select(ListOptions.ALL));
  }

  private ApiRequest request(String method, String path) {
    ApiRequest request = ApiRequest.of(method, path);
    ApiRequest bounded = timeout == null ? request : request.within(timeout);
    return repeated ? bounded : bounded.once();
  }

  /** Adds the parameters of a write. */
  ApiRequest writing(ApiRequest request) {
    return writes.with(request);
  }

  ApiRequest deleting(ApiRequest request) {
    return writes.dryRun() ? request.query("dryRun", "All") : request;
  }

  void requireFieldManager() {
    if (writes.fieldManager().isEmpty()) {
      throw new IllegalStateException(
          "fieldManager: none (expected: a field manager; see ResourceClient.as)");
    }
  }

  @Override
  public String toString() {
    return ResourcePath.collection(type, namespace) + part();
  }
}
