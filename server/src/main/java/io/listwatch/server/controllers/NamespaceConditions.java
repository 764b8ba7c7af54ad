package io.listwatch.server.controllers;

import io.listwatch.objects.json.JsonObject;
import java.time.Instant;
import java.util.List;

/** The conditions of a terminating namespace, with kube-apiserver's reasons and messages. */
final class NamespaceConditions {
  private NamespaceConditions() {}

  /** Writes the conditions into a status. Returns true if that changes it. */
  static boolean write(JsonObject status, NamespaceContent content, Instant now) {
    boolean changed = false;
    for (Condition each :
        List.of(discovered(), parsed(), deleted(content), removed(content), finished(content))) {
      changed |= each.applyTo(status, now);
    }
    return changed;
  }

  private static Condition discovered() {
    return new Condition(
        "NamespaceDeletionDiscoveryFailure",
        false,
        "ResourcesDiscovered",
        "All resources successfully discovered");
  }

  private static Condition parsed() {
    return new Condition(
        "NamespaceDeletionGroupVersionParsingFailure",
        false,
        "ParsedGroupVersions",
        "All legacy kube types successfully parsed");
  }

  private static Condition deleted(NamespaceContent content) {
    String type = "NamespaceDeletionContentFailure";
    return content.hasFailed()
        ? new Condition(type, true, "ContentDeletionFailed", content.failures())
        : new Condition(
            type,
            false,
            "ContentDeleted",
            "All content successfully deleted, may be waiting on finalization");
  }

  private static Condition removed(NamespaceContent content) {
    String type = "NamespaceContentRemaining";
    return content.hasObjects()
        ? new Condition(type, true, "SomeResourcesRemain", content.objects())
        : new Condition(type, false, "ContentRemoved", "All content successfully removed");
  }

  private static Condition finished(NamespaceContent content) {
    String type = "NamespaceFinalizersRemaining";
    return content.hasFinalizers()
        ? new Condition(type, true, "SomeFinalizersRemain", content.finalizers())
        : new Condition(
            type, false, "ContentHasNoFinalizers", "All content-preserving finalizers finished");
  }
}
