package io.listwatch.server.registry.write;

import io.listwatch.model.Resource;
import java.util.List;

/**
 * What came of a write.
 *
 * @param object as it is served now
 * @param created whether it did not exist before
 * @param warnings what the client should be told although the write was done
 */
public record Written(Resource object, boolean created, List<String> warnings) {
  public Written {
    warnings = List.copyOf(warnings);
  }
}
