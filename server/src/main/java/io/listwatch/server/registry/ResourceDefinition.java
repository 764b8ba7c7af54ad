package io.listwatch.server.registry;

import io.listwatch.model.ResourceType;
import io.listwatch.model.SelectableFields;
import java.util.List;
import java.util.Optional;

/**
 * A resource as one version of the API serves it: its names, what can be done with it, and how it
 * is shown.
 *
 * @param stored the type its objects are stored as; several versions may share it
 * @param verbs in the order in which discovery shows them
 * @param custom whether it was defined by a user, not built in
 * @param content what its user says about its objects; of built-in ones nothing is said here
 * @param deprecation what those are told who still use it; empty if they should
 */
public record ResourceDefinition(
    ResourceType type,
    ResourceType stored,
    String singular,
    String listKind,
    List<String> shortNames,
    List<String> categories,
    List<String> verbs,
    List<Subresource> subresources,
    SelectableFields selectableFields,
    TableColumns columns,
    boolean custom,
    CustomContent content,
    String deprecation) {
  public ResourceDefinition {
    shortNames = List.copyOf(shortNames);
    categories = List.copyOf(categories);
    verbs = List.copyOf(verbs);
    subresources = List.copyOf(subresources);
  }

  /** A resource of which no more is known. */
  public ResourceDefinition(
      ResourceType type,
      ResourceType stored,
      String singular,
      String listKind,
      List<String> shortNames,
      List<String> categories,
      List<String> verbs,
      List<Subresource> subresources,
      SelectableFields selectableFields,
      TableColumns columns,
      boolean custom) {
    this(
        type,
        stored,
        singular,
        listKind,
        shortNames,
        categories,
        verbs,
        subresources,
        selectableFields,
        columns,
        custom,
        CustomContent.UNKNOWN,
        "");
  }

  public boolean allows(String verb) {
    return verbs.contains(verb);
  }

  public Optional<Subresource> subresource(String name) {
    return subresources.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** Whether a client that deletes an object is shown it, not only told that it is gone. */
  public boolean answersDeleted() {
    return Traits.of(this).answersDeleted();
  }

  /** The same resource, with which something else can be done. */
  public ResourceDefinition withVerbs(List<String> newVerbs) {
    return new ResourceDefinition(
        type,
        stored,
        singular,
        listKind,
        shortNames,
        categories,
        newVerbs,
        subresources,
        selectableFields,
        columns,
        custom,
        content,
        deprecation);
  }
}
