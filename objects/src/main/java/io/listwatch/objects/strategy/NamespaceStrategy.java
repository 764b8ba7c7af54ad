package io.listwatch.objects.strategy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
  public void complete(ObjectNode object) {
    super.complete(object);
    String name = Metadata.of(object).name();
    if (!name.isEmpty()) {
      ObjectNode metadata = Metadata.of(object).node();
      ObjectNode labels =
          metadata.get("labels") instanceof ObjectNode found ? found : metadata.putObject("labels");
      labels.put(NAME_LABEL, name);
    }
  }

  @Override
  public void prepareCreate(ObjectNode object) {
    super.prepareCreate(object);
    complete(object);
    object.putObject("status").put("phase", "Active");
    ObjectNode spec =
        object.get("spec") instanceof ObjectNode found ? found : object.putObject("spec");
    if (!hasFinalizer(spec)) {
      spec.withArray("finalizers").add("kubernetes");
    }
  }

  private static boolean hasFinalizer(ObjectNode spec) {
    for (var each : spec.path("finalizers")) {
      if (each.asText().equals("kubernetes")) {
        return true;
      }
    }
    return false;
  }

  @Override
  public List<String> warnings(ObjectNode next, @Nullable ObjectNode old) {
    JsonNode labels = next.path("metadata").path("labels");
    JsonNode before = old == null ? MissingNode.getInstance() : old.path("metadata").path("labels");
    return POD_SECURITY.stream().anyMatch(label -> asksForMore(label, labels, before))
        ? List.of(NO_POD_SECURITY)
        : List.of();
  }

  /** The standard that is called privileged lets everything pass. */
  private static boolean asksForMore(String label, JsonNode labels, JsonNode before) {
    return labels.has(label)
        && !labels.path(label).asText().equals("privileged")
        && !labels.path(label).equals(before.path(label));
  }

  /** Only the finalize path lets go of what is in spec. */
  @Override
  public void prepareUpdate(ObjectNode next, ObjectNode old) {
    super.prepareUpdate(next, old);
    take(next, old, "spec");
  }

  /** What the finalize path may change: the finalizers in spec, and nothing else. */
  public static void prepareFinalize(ObjectNode next, ObjectNode old) {
    take(next, old, "status");
  }

  @Override
  public boolean finished(ObjectNode object) {
    return super.finished(object) && object.path("spec").path("finalizers").isEmpty();
  }
}
