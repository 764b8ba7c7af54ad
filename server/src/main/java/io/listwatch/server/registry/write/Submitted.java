package io.listwatch.server.registry.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.schema.RepeatedField;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A change that a client describes by the object that it wants. */
public final class Submitted implements Change {
  private final SubmittedObject sent;

  public Submitted(SubmittedObject sent) {
    this.sent = sent;
  }

  @Override
  public ObjectNode of(@Nullable ObjectNode old) {
    return sent.object().deepCopy();
  }

  @Override
  public List<RepeatedField> duplicates() {
    return sent.duplicates();
  }

  @Override
  public boolean standsAlone() {
    return true;
  }

  @Override
  public String uid() {
    return sent.object().path("metadata").path("uid").asText();
  }
}
