package io.listwatch.server.registry.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * An object that was taken in, to be answered and not to be stored.
 *
 * @param object canonical and complete; the receiver's own
 * @param warnings what the client should be told
 */
public record Drafted(ObjectNode object, List<String> warnings) {
  public Drafted {
    warnings = List.copyOf(warnings);
  }
}
