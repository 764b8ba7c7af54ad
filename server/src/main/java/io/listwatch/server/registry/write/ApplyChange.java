package io.listwatch.server.registry.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.apply.ApplyConflictException;
import io.listwatch.objects.apply.PatchException;
import io.listwatch.objects.schema.RepeatedField;
import io.listwatch.server.registry.Refusals;
import io.listwatch.server.registry.metadata.Metadata;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A change that a client describes by what it wants to be so, and to own. */
final class ApplyChange implements RequestedChange {
  private final ResourceType type;
  private final String name;
  private final ApplyConfiguration intent;
  private final Application application;
  private final boolean creates;

  /**
   * A change of an object of the type.
   *
   * @param creates whether it makes the object if there is none
   */
  ApplyChange(
      ResourceType type,
      String name,
      ApplyConfiguration intent,
      Application application,
      boolean creates) {
    this.type = type;
    this.name = name;
    this.intent = intent;
    this.application = application;
    this.creates = creates;
  }

  @Override
  public ObjectNode of(@Nullable ObjectNode old) {
    intent.check(type);
    try {
      ObjectNode next = application.apply(old, intent.object());
      if (old == null) {
        checkNew(next);
      }
      return next;
    } catch (PatchException e) {
      throw intent.refused(e);
    } catch (ApplyConflictException e) {
      throw Refusals.applyConflict(e);
    }
  }

  private void checkNew(ObjectNode next) {
    String uid = Metadata.of(next).uid();
    if (!uid.isEmpty()) {
      throw Refusals.conflict(
          type,
          name,
          "uid mismatch: the provided object specified uid %s, and no existing object was found"
              .formatted(uid));
    }
    if (!creates) {
      throw Refusals.notFound(type, name);
    }
  }

  @Override
  public List<RepeatedField> duplicates() {
    return intent.duplicates();
  }

  @Override
  public ApiException refused(ResourceType wanted, ObjectNode object, String why) {
    return why.startsWith("strict decoding error")
        ? Refusals.badRequest("error strict decoding YAML: " + why)
        : intent.inconvertible(why);
  }

  @Override
  public boolean recordsOwners() {
    return true;
  }

  /** It says itself what becomes of nothing. */
  @Override
  public boolean creates() {
    return true;
  }

  /** What an intent makes of an object. */
  @FunctionalInterface
  interface Application {
    /**
     * The object with its owners.
     *
     * @param old null if there is none
     */
    ObjectNode apply(@Nullable ObjectNode old, ObjectNode intent);
  }
}
