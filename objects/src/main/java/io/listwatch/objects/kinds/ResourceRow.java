package io.listwatch.objects.kinds;

import io.listwatch.model.GroupVersion;
import io.listwatch.model.ResourceType;
import java.util.List;

/**
 * A built-in resource, as declared in {@code resources.txt}. Selectable fields and columns are not
 * parsed: only the server interprets them.
 *
 * @param stored the type that its objects are stored as
 * @param verbs in alphabetical order
 * @param columns the columns of its table, each as {@code name | type | cell}
 * @param deprecation the warning for its users; empty if it is not deprecated
 */
public record ResourceRow(
    ResourceType type,
    ResourceType stored,
    List<String> shortNames,
    List<String> categories,
    List<Verb> verbs,
    List<Part> parts,
    List<String> fields,
    List<String> columns,
    String deprecation,
    Traits traits) {
  public ResourceRow {
    shortNames = List.copyOf(shortNames);
    categories = List.copyOf(categories);
    verbs = List.copyOf(verbs);
    parts = List.copyOf(parts);
    fields = List.copyOf(fields);
    columns = List.copyOf(columns);
  }

  /** True if {@code status} is a subresource, so that a create ignores it. */
  public boolean hasStatus() {
    return parts.stream().anyMatch(each -> each.name().equals("status"));
  }

  /** True if objects of this resource can be created. */
  public boolean creatable() {
    return verbs.contains(Verb.CREATE);
  }

  /**
   * A subresource.
   *
   * @param version the API version of its kind; empty for the version of the resource
   */
  public record Part(String name, GroupVersion version, String kind, List<Verb> verbs) {
    public Part {
      verbs = List.copyOf(verbs);
    }
  }
}
