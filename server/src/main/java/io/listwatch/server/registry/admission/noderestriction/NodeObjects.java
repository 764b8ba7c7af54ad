package io.listwatch.server.registry.admission.noderestriction;

import io.listwatch.objects.json.JsonValue;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Finds the objects that the plug-in NodeRestriction needs for its decisions.
 *
 * <p>Thread-safe. No call blocks.
 */
@FunctionalInterface
public interface NodeObjects {
  /** Returns an object; empty if it does not exist. */
  CompletionStage<Optional<JsonValue>> find(
      String group, String plural, @Nullable String namespace, String name);
}
