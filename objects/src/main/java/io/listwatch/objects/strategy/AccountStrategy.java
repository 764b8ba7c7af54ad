package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The strategy of ServiceAccounts. Warns that this server does not enforce mountable secrets. */
final class AccountStrategy extends BuiltInStrategy {
  private static final String LIMIT =
      "/metadata/annotations/kubernetes.io~1enforce-mountable-secrets";

  private static final String OLD_LIMIT =
      "metadata.annotations[kubernetes.io/enforce-mountable-secrets]: deprecated in v1.32+; prefer"
          + " separate namespaces to isolate access to mounted secrets";

  private static final String NO_LIMIT =
      "pods are not limited to the secrets of their service account by this server";

  /** The values of an annotation that mean true. */
  private static final Set<String> YES = Set.of("1", "t", "T", "true", "TRUE", "True");

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
    var warnings = new ArrayList<String>();
    if (!asked.isMissing() && before.isMissing()) {
      warnings.add(OLD_LIMIT);
    }
    if (YES.contains(asked.asText()) && !asked.equals(before)) {
      warnings.add(NO_LIMIT);
    }
    return warnings;
  }
}
