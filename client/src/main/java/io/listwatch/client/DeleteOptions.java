package io.listwatch.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ResourceVersion;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How to delete.
 *
 * @param gracePeriod how long what runs may take to end; null for what the type says
 * @param propagation what becomes of what it owns; null for what the type says
 * @param uid which incarnation is meant; null for any
 * @param version which state is meant; unset for any
 */
public record DeleteOptions(
    @Nullable Duration gracePeriod,
    @Nullable Propagation propagation,
    @Nullable String uid,
    ResourceVersion version) {
  /** As the type says. */
  public static final DeleteOptions DEFAULT =
      new DeleteOptions(null, null, null, ResourceVersion.UNSET);

  public DeleteOptions gracePeriod(Duration newGracePeriod) {
    return new DeleteOptions(newGracePeriod, propagation, uid, version);
  }

  public DeleteOptions propagation(Propagation newPropagation) {
    return new DeleteOptions(gracePeriod, newPropagation, uid, version);
  }

  /** Only if it still is this incarnation. */
  public DeleteOptions ifUid(String newUid) {
    return new DeleteOptions(gracePeriod, propagation, newUid, version);
  }

  /** Only if it has not changed since. */
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

  /** What becomes of the objects that an object owns. */
  public enum Propagation {
    /** They stay, without an owner. */
    ORPHAN("Orphan"),
    /** They are deleted some time after it. */
    BACKGROUND("Background"),
    /** They are deleted first. */
    FOREGROUND("Foreground");

    private final String word;

    Propagation(String word) {
      this.word = word;
    }
  }
}
