package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The strategy of ServiceAccounts. */
final class AccountStrategy extends BuiltInStrategy {
  private static final String LIMIT =
      "/metadata/annotations/kubernetes.io~1enforce-mountable-secrets";

  private static final String OLD_LIMIT =
      "metadata.annotations[kubernetes.io/enforce-mountable-secrets]: deprecated in v1.32+; prefer"
          + " separate namespaces to isolate access to mounted secrets";

  AccountStrategy(WrittenKind kind) {
    super(kind);
  }

  @Override
  public void prepareCreate(JsonObject object) {
    super.prepareCreate(object);
    keepNames(object);
  }

  @Override
  public void prepareUpdate(JsonObject next, JsonObject old) {
    super.prepareUpdate(next, old);
    keepNames(next);
  }

  /** Drops everything but the names of secrets, which are always in the same namespace. */
  private static void keepNames(JsonObject account) {
    for (JsonValue secret : account.path("secrets")) {
      if (secret instanceof JsonObject reference) {
        reference.retain(List.of("name"));
      }
    }
  }

  @Override
  public List<String> warnings(JsonObject next, @Nullable JsonObject old) {
    JsonValue asked = next.at(LIMIT);
    JsonValue before = old == null ? JsonValue.MISSING : old.at(LIMIT);
    return !asked.isMissing() && before.isMissing() ? List.of(OLD_LIMIT) : List.of();
  }
}
