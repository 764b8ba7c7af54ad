package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Reads and writes ResourceQuotas for the plug-in ResourceQuota. Thread-safe; no call blocks. */
public interface QuotaAccess {
  /** Reads the latest state of a quota; empty if it does not exist. */
  CompletionStage<Optional<JsonValue>> read(String namespace, String name);

  /**
   * Writes the status of a quota. Fails with a conflict if the quota has changed since it was read.
   */
  CompletionStage<?> writeStatus(JsonObject quota);
}
