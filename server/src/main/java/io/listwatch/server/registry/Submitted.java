package io.listwatch.server.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A change that a client describes by the object that it wants. */
final class Submitted implements Change {
  private final ObjectNode object;
  private final List<String> complaints;

  /**
   * An object as it was sent.
   *
   * @param complaints what the client is told about it
   */
  Submitted(ObjectNode object, List<String> complaints) {
    this.object = object;
    this.complaints = complaints;
  }

  @Override
  public ObjectNode of(@Nullable ObjectNode old, List<String> warnings) {
    warnings.addAll(complaints);
    return object.deepCopy();
  }

  @Override
  public String uid() {
    return object.path("metadata").path("uid").asText();
  }
}
