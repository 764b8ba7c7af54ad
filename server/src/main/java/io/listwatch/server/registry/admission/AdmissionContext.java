package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.Schema;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * The parts of the server that webhooks and policies need besides the request.
 *
 * @param namespaces finds namespaces
 * @param versions converts objects between equivalent versions
 * @param authorizer for the {@code authorizer} variable of expressions
 * @param workers run the code that follows a response
 */
public record AdmissionContext(
    Namespaces namespaces, Versions versions, Authorizer authorizer, Executor workers) {
  /** Finds namespaces. */
  @FunctionalInterface
  public interface Namespaces {
    /** Completes with a namespace; empty if it does not exist. */
    CompletionStage<Optional<JsonObject>> find(String name);
  }

  /** Knows the versions of resources. */
  public interface Versions {
    /** Returns the other resources that serve the same objects, such as those in other versions. */
    List<ResourceDefinition> equivalents(ResourceDefinition definition);

    /** Returns an object in another version. Does not change the given one. */
    CompletionStage<JsonObject> convert(
        JsonObject object, ResourceDefinition from, ResourceDefinition to);

    /**
     * Returns the schema by which apply configurations are merged into the objects of a request.
     *
     * @param matched the resource in the version of these objects
     */
    Schema schema(AdmissionRequest request, ResourceDefinition matched);

    /** Finds the resource of a kind. */
    Optional<ResourceDefinition> ofKind(String apiVersion, String kind);
  }
}
