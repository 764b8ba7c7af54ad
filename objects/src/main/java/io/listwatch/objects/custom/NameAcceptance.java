package io.listwatch.objects.custom;

import io.listwatch.objects.custom.CustomStatus.Condition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which of its requested names a definition gets: those that it has already, and those that
 * no other definition in its group has.
 */
final class NameAcceptance {
  private final Set<String> resources = new HashSet<>();
  private final Set<String> kinds = new HashSet<>();
  private final CustomNames names;

  /** The conflict to report: of several, the last one, as in kube-apiserver. */
  private @Nullable Condition conflict;

  NameAcceptance(CustomResourceDefinition definition, Collection<CustomResourceDefinition> all) {
    all.stream()
        .filter(each -> each.group().equals(definition.group()))
        .map(CustomResourceDefinition::acceptedNames)
        .forEach(this::take);
    CustomNames wanted = definition.wantedNames();
    CustomNames had = definition.acceptedNames();
    names =
        new CustomNames(
            name(wanted.plural(), had.plural(), resources, "PluralConflict"),
            name(wanted.singular(), had.singular(), resources, "SingularConflict"),
            shortNames(wanted.shortNames(), had.shortNames()),
            name(wanted.kind(), had.kind(), kinds, "KindConflict"),
            name(wanted.listKind(), had.listKind(), kinds, "ListKindConflict"),
            wanted.categories());
  }

  private void take(CustomNames taken) {
    resources.add(taken.plural());
    resources.add(taken.singular());
    resources.addAll(taken.shortNames());
    kinds.add(taken.kind());
    kinds.add(taken.listKind());
  }

  private String name(String wanted, String had, Set<String> used, String reason) {
    if (wanted.equals(had) || !used.contains(wanted)) {
      return wanted;
    }
    conflict(reason, inUse(wanted));
    return had;
  }

  private List<String> shortNames(List<String> wanted, List<String> had) {
    var problems = new ArrayList<String>();
    for (String each : wanted) {
      if (!had.contains(each) && resources.contains(each)) {
        problems.add(inUse(each));
      }
    }
    if (problems.isEmpty()) {
      return wanted;
    }
    String message = String.join(", ", problems);
    conflict("ShortNamesConflict", problems.size() == 1 ? message : "[" + message + "]");
    return had;
  }

  private static String inUse(String name) {
    return "\"" + name + "\" is already in use";
  }

  private void conflict(String reason, String message) {
    conflict = new Condition("NamesAccepted", false, reason, message);
  }

  CustomNames names() {
    return names;
  }

  Condition condition() {
    return conflict == null
        ? new Condition("NamesAccepted", true, "NoConflicts", "no conflicts found")
        : conflict;
  }
}
