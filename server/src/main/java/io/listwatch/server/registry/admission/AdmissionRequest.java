package io.listwatch.server.registry.admission;

import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A write that asks for admission.
 *
 * @param operation CREATE also for an update or an apply that creates the object
 * @param definition of the version that the client speaks
 * @param key of the object; its name may be one that the server generated
 * @param subresource empty for the object itself
 * @param object the object as it would be stored; null for a delete
 * @param oldObject the current object; null for a create
 * @param user who makes the request
 * @param dryRun whether nothing will be stored
 * @param warnings receives warnings for the client
 */
public record AdmissionRequest(
    Operation operation,
    ResourceDefinition definition,
    ResourceKey key,
    String subresource,
    @Nullable JsonObject object,
    @Nullable JsonObject oldObject,
    UserInfo user,
    boolean dryRun,
    Consumer<String> warnings) {
  /** What the write does, in the words of admission reviews. */
  public enum Operation {
    CREATE,
    UPDATE,
    DELETE
  }
}
