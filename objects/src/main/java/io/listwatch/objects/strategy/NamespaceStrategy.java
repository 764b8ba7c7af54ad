package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Metadata;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Namespaces: labelled with their own name, active when they are made, and held by a finalizer of
 * their own in {@code spec} until nothing is left in them.
 */
public final class NamespaceStrategy extends BuiltInStrategy {
  private static final String NAME_LABEL = "kubernetes.io/metadata.name";

  private static final List<String> POD_SECURITY =
      List.of(
          "pod-security.kubernetes.io/enforce",
          "pod-security.kubernetes.io/audit",
          "pod-security.kubernetes.io/warn");

  private static final String NO_POD_SECURITY =
      "pods are not held to pod security standards by this server";

  NamespaceStrategy(WrittenKind kind) {
    super(kind);
  }

  @Override
  public void complete(JsonObject object) {
    super.complete(object);
    String name = Metadata.of(object).name();
    if (!name.isEmpty()) {
      JsonObject metadata = Metadata.of(object).node();
      JsonObject labels =
          metadata.get("labels") instanceof JsonObject found ? found : metadata.putObject("labels");
      labels.put(NAME_LABEL, name);
    }
  }

  @Override
  public void prepareCreate(JsonObject object) {
    super.prepareCreate(object);
    complete(object);
    object.putObject("status").put("phase", "Active");
    JsonObject spec =
        object.get("spec") instanceof JsonObject found ? found : object.putObject("spec");
    if (!hasFinalizer(spec)) {
      spec.withArray("finalizers").add("kubernetes");
    }
  }

  private static boolean hasFinalizer(JsonObject spec) {
    for (var each : spec.path("finalizers")) {
      if (each.asText().equals("kubernetes")) {
        return true;
      }
    }
    return false;
  }

  @Override
  public List<String> warnings(JsonObject next, @Nullable JsonObject old) {
    JsonValue labels = next.path("metadata").path("labels");
    JsonValue before = old == null ? JsonValue.MISSING : old.path("metadata").path("labels");
    return POD_SECURITY.stream().anyMatch(label -> asksForMore(label, labels, before))
        ? List.of(NO_POD_SECURITY)
        : List.of();
  }

  /** The standard that is called privileged lets everything pass. */
  private static boolean asksForMore(String label, JsonValue labels, JsonValue before) {
    return labels.has(label)
        && !labels.path(label).asText().equals("privileged")
        && !labels.path(label).equals(before.path(label));
  }

  /** Only the finalize path lets go of what is in spec. */
  @Override
  public void prepareUpdate(JsonObject next, JsonObject old) {
    super.prepareUpdate(next, old);
    take(next, old, "spec");
  }

  /** What the finalize path may change: the finalizers in spec, and nothing else. */
  public static void prepareFinalize(JsonObject next, JsonObject old) {
    take(next, old, "status");
  }

  @Override
  public boolean finished(JsonObject object) {
    return super.finished(object) && object.path("spec").path("finalizers").isEmpty();
  }
}
