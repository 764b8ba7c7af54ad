package io.listwatch.objects.apply;

import io.listwatch.objects.apply.ApplyConflictException.Conflict;
import io.listwatch.selector.Quotation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The fields that an apply would take from other managers.
 *
 * @param owners sorted by identity, each with its fields in conflict only
 */
record Conflicts(List<ManagedEntry> owners) {
  Conflicts {
    owners = List.copyOf(owners);
  }

  boolean isEmpty() {
    return owners.isEmpty();
  }

  /** Returns the conflicts about other fields than these. */
  Conflicts without(FieldSet allowed) {
    return new Conflicts(
        owners.stream()
            .map(owner -> owner.owning(owner.fields().minus(allowed)))
            .filter(owner -> !owner.fields().isEmpty())
            .toList());
  }

  ApplyConflictException toException() {
    List<Conflict> all = new ArrayList<>();
    for (ManagedEntry owner : owners) {
      for (List<PathElement> path : owner.fields().paths()) {
        all.add(new Conflict("conflict with " + shown(owner), shown(path)));
      }
    }
    String what = all.size() == 1 ? all.get(0).message() + ": " + all.get(0).field() : lines();
    String count = all.size() == 1 ? "1 conflict" : all.size() + " conflicts";
    return new ApplyConflictException("Apply failed with " + count + ": " + what, all);
  }

  private String lines() {
    List<String> lines = new ArrayList<>();
    for (ManagedEntry owner : owners) {
      lines.add("conflicts with " + shown(owner) + ":");
      owner.fields().paths().forEach(path -> lines.add("- " + shown(path)));
    }
    return String.join("\n", lines);
  }

  private static String shown(ManagedEntry owner) {
    String name = Quotation.of(owner.manager());
    if (!owner.subresource().isEmpty()) {
      name += " with subresource " + Quotation.of(owner.subresource());
    }
    return owner.isUpdate() ? name + " using " + owner.apiVersion() : name;
  }

  private static String shown(List<PathElement> path) {
    return path.stream().map(PathElement::shown).collect(Collectors.joining());
  }
}
