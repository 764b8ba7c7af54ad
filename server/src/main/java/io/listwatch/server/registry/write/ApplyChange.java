package io.listwatch.server.registry.write;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.apply.ApplyConflictException;
import io.listwatch.objects.apply.PatchException;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.RepeatedField;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.server.registry.ApiErrors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A server-side apply: the fields that a manager sets and owns. */
final class ApplyChange implements RequestedChange {
  private final ResourceType type;
  private final String name;
  private final ApplyConfiguration configuration;
  private final Application application;
  private final boolean creates;

  /**
   * Creates the change.
   *
   * @param creates true if it creates a missing object
   */
  ApplyChange(
      ResourceType type,
      String name,
      ApplyConfiguration configuration,
      Application application,
      boolean creates) {
    this.type = type;
    this.name = name;
    this.configuration = configuration;
    this.application = application;
    this.creates = creates;
  }

  @Override
  public JsonObject of(@Nullable JsonObject old) {
    configuration.check(type);
    try {
      JsonObject next = application.apply(old, configuration.object());
      if (old == null) {
        checkNew(next);
      }
      return next;
    } catch (PatchException e) {
      throw configuration.refused(e);
    } catch (ApplyConflictException e) {
      throw ApiErrors.applyConflict(e);
    }
  }

  private void checkNew(JsonObject next) {
    String uid = Metadata.of(next).uid();
    if (!uid.isEmpty()) {
      throw ApiErrors.conflict(
          type,
          name,
          "uid mismatch: the provided object specified uid %s, and no existing object was found"
              .formatted(uid));
    }
    if (!creates) {
      throw ApiErrors.notFound(type, name);
    }
  }

  @Override
  public List<RepeatedField> duplicates() {
    return configuration.duplicates();
  }

  @Override
  public ApiException refused(ResourceType wanted, JsonObject object, String why) {
    return configuration.inconvertible(why);
  }

  @Override
  public ApiException refusedStrictly(ResourceType wanted, JsonObject object, String complaints) {
    return ApiErrors.badRequest("error strict decoding YAML: strict decoding error: " + complaints);
  }

  @Override
  public boolean recordsOwners() {
    return true;
  }

  /** Always true: {@link #of} reports a missing object, after it has checked the configuration. */
  @Override
  public boolean creates() {
    return true;
  }

  /** Merges a configuration into an object. */
  @FunctionalInterface
  interface Application {
    /**
     * Returns the object with its managedFields.
     *
     * @param old null if there is none
     */
    JsonObject apply(@Nullable JsonObject old, JsonObject configuration);
  }
}
