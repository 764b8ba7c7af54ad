package io.listwatch.server.registry.delete;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import java.util.List;
import java.util.OptionalLong;

/**
 * What came of the deletion of all that was selected.
 *
 * @param version what the last page was of
 * @param continueToken what more there is to select; empty if nothing
 * @param remaining how many more there are, if that is known
 * @param objects as they were when they were selected
 */
public record DeletedCollection(
    ResourceVersion version, String continueToken, OptionalLong remaining, List<Resource> objects) {
  public DeletedCollection {
    objects = List.copyOf(objects);
  }
}
