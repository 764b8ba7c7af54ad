package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Metadata;

/**
 * The strategy of Namespaces: they are labelled with their name, Active when created, and kept by a
 * finalizer in {@code spec} until they are empty.
 */
public final class NamespaceStrategy extends BuiltInStrategy {
  private static final String NAME_LABEL = "kubernetes.io/metadata.name";

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

  /** Restores the spec: only the {@code finalize} subresource changes it. */
  @Override
  public void prepareUpdate(JsonObject next, JsonObject old) {
    super.prepareUpdate(next, old);
    take(next, old, "spec");
  }

  /** Restores everything that the {@code finalize} subresource may not change. */
  public static void prepareFinalize(JsonObject next, JsonObject old) {
    take(next, old, "status");
  }

  @Override
  public boolean finished(JsonObject object) {
    return super.finished(object) && object.path("spec").path("finalizers").isEmpty();
  }
}
