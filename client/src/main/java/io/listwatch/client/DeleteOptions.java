package io.listwatch.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ResourceVersion;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Options of a delete request.
 *
 * @param gracePeriod time for a graceful termination; null for the type's default
 * @param propagation handling of dependents; null for the type's default
 * @param uid precondition on the object's uid; null for none
 * @param version precondition on the object's resource version; unset for none
 */
public record DeleteOptions(
    @Nullable Duration gracePeriod,
    @Nullable Propagation propagation,
    @Nullable String uid,
    ResourceVersion version) {
  /** The defaults of the object's type. */
  public static final DeleteOptions DEFAULT =
      new DeleteOptions(null, null, null, ResourceVersion.UNSET);

  public DeleteOptions gracePeriod(Duration newGracePeriod) {
    return new DeleteOptions(newGracePeriod, propagation, uid, version);
  }

  public DeleteOptions propagation(Propagation newPropagation) {
    return new DeleteOptions(gracePeriod, newPropagation, uid, version);
  }

  /** Adds a precondition on the uid. */
  public DeleteOptions ifUid(String newUid) {
    return new DeleteOptions(gracePeriod, propagation, newUid, version);
  }

  /** Adds a precondition on the resource version. */
  public DeleteOptions ifVersion(ResourceVersion newVersion) {
    return new DeleteOptions(gracePeriod, propagation, uid, newVersion);
  }

  String json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("kind", "DeleteOptions").put("apiVersion", "v1");
    if (gracePeriod != null) {
      json.put("gracePeriodSeconds", gracePeriod.toSeconds());
    }
    if (propagation != null) {
      json.put("propagationPolicy", propagation.word);
    }
    if (uid != null) {
      json.withObject("/preconditions").put("uid", uid);
    }
    if (!version.isUnset()) {
      json.withObject("/preconditions").put("resourceVersion", version.toString());
    }
    return json.toString();
  }

  /** The propagation policy: decides what happens to the dependents of a deleted object. */
  public enum Propagation {
    /** Dependents stay, without their owner reference. */
    ORPHAN("Orphan"),
    /** Dependents are deleted after the object. */
    BACKGROUND("Background"),
    /** Dependents are deleted before the object. */
    FOREGROUND("Foreground");

    private final String word;

    Propagation(String word) {
      this.word = word;
    }
  }
}
