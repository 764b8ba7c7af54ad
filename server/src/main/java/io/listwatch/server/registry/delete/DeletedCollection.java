package io.listwatch.server.registry.delete;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.server.resource.ResourcePage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a deletecollection.
 *
 * @param version the resourceVersion of the last page
 * @param continueToken continues the list; empty if it is complete
 * @param remaining number of items after the last page, and of deleted objects that {@code objects}
 *     leaves out; null if it is not known
 * @param objects the objects as they were listed, or only their names
 */
public record DeletedCollection(
    ResourceVersion version,
    String continueToken,
    @Nullable Long remaining,
    List<Resource> objects) {
  public DeletedCollection {
    objects = List.copyOf(objects);
  }

  /** Returns the list that the response shows. */
  public ResourcePage page() {
    return ResourcePage.of(version, continueToken, remaining, objects);
  }
}
