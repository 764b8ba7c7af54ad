package io.listwatch.objects.kinds.validation;

import static io.listwatch.objects.kinds.validation.WarningRules.onCreate;

import io.listwatch.objects.schema.NameRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Warns about the names and pod templates of workloads. */
final class WorkloadWarnings {
  /** Warns if a name that becomes part of pod names is not a DNS label. */
  static final WarningRules POD_NAMES = usedIn("Pod names and hostnames");

  static final WarningRules HOSTNAME = usedIn("the Pod's hostname");

  private static final String DAEMON_SET_GENERATION = "deprecated.daemonset.template.generation";

  private WorkloadWarnings() {}

  private static WarningRules usedIn(String use) {
    return onCreate(
        (object, warnings) -> {
          List<String> violations = NameRule.LABEL.violations(object.at("metadata", "name").text());
          if (!violations.isEmpty()) {
            warnings.add(
                "metadata.name: this is used in %s, which can result in surprising behavior; a DNS label is recommended: [%s]"
                    .formatted(use, String.join(" ", violations)));
          }
        });
  }

  /**
   * Returns the warnings about the pod template at a path. An update repeats them if it changes the
   * generation.
   */
  static WarningRules template(String first, String... more) {
    return (next, old, warnings) -> {
      if (isNewGeneration(next, old)) {
        warnings.addAll(PodWarnings.ofTemplate(next.at(first, more)));
      }
    };
  }

  static boolean isNewGeneration(Field next, @Nullable Field old) {
    return old == null || differ(next, old, "metadata", "generation");
  }

  private static boolean differ(Field next, Field old, String first, String... more) {
    return !next.at(first, more).alike(old.at(first, more));
  }

  /** Warns about the old template of an updated ReplicationController, as kube-apiserver does. */
  static void formerTemplate(Field next, @Nullable Field old, List<String> warnings) {
    if (isNewGeneration(next, old)) {
      Field looked = old == null ? next : old;
      warnings.addAll(PodWarnings.ofTemplate(looked.at("spec", "template")));
    }
  }

  static void daemonSet(Field next, @Nullable Field old, List<String> warnings) {
    if (old == null || differ(next, old, "metadata", "annotations", DAEMON_SET_GENERATION)) {
      warnings.addAll(PodWarnings.ofTemplate(next.at("spec", "template")));
    }
  }

  /** kube-apiserver has two spellings of a claim template's path, both wrong. */
  static void statefulSet(Field next, @Nullable Field old, List<String> warnings) {
    Field spec = next.at("spec");
    for (Field claim : spec.at("volumeClaimTemplates").items()) {
      FieldPath place = old == null ? claim.path() : claim.path().child("Spec");
      StorageWarnings.claimSpec(claim.at("spec"), place, warnings);
    }
    if (spec.at("revisionHistoryLimit").number() < 0) {
      warnings.add(
          "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >="
              + " 0 is recommended");
    }
  }
}
