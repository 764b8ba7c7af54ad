package io.listwatch.server.registry.custom;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import java.util.concurrent.CompletionStage;

/** Writes the status of a definition. */
@FunctionalInterface
public interface CustomStatusWriter {
  /**
   * Gives a definition a status. Fails, through the stage, if the definition is not what it was any
   * more.
   *
   * @param definition as it was when the status was decided
   * @param status the receiver's own
   */
  CompletionStage<?> write(Resource definition, JsonObject status);
}
