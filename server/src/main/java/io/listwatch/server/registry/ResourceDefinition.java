package io.listwatch.server.registry;

import io.listwatch.model.ResourceType;
import io.listwatch.model.SelectableFields;
import io.listwatch.objects.custom.CustomContent;
import io.listwatch.objects.kinds.Traits;
import io.listwatch.objects.strategy.WrittenKind;
import java.util.List;
import java.util.Optional;

/**
 * A resource as one version of the API serves it: its names, what can be done with it, and how it
 * is shown.
 *
 * @param stored the type its objects are stored as; several versions may share it
 * @param verbs in the order in which discovery shows them
 * @param custom whether it was defined by a user, not built in
 * @param traits the facts in which its kind differs from others
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
    List<Verb> verbs,
    List<Subresource> subresources,
    SelectableFields selectableFields,
    TableColumns columns,
    boolean custom,
    Traits traits,
    CustomContent content,
    String deprecation) {
  public ResourceDefinition {
    shortNames = List.copyOf(shortNames);
    categories = List.copyOf(categories);
    verbs = List.copyOf(verbs);
    subresources = List.copyOf(subresources);
  }

  /** A resource that a user defined and said nothing more about. */
  public ResourceDefinition(
      ResourceType type,
      ResourceType stored,
      String singular,
      String listKind,
      List<String> shortNames,
      List<String> categories,
      List<Verb> verbs,
      List<Subresource> subresources,
      SelectableFields selectableFields,
      TableColumns columns) {
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
        true,
        Traits.CUSTOM,
        CustomContent.UNKNOWN,
        "");
  }

  public boolean allows(Verb verb) {
    return verbs.contains(verb);
  }

  public Optional<Subresource> subresource(String name) {
    return subresources.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** Returns the kind as its strategy needs it. */
  public WrittenKind written() {
    return new WrittenKind(type, subresource("status").isPresent(), traits);
  }

  /** The warning about objects that are stored and have no effect. */
  public Optional<String> unenforced() {
    return Optional.of(traits.unenforced()).filter(warning -> !warning.isEmpty());
  }

  /** The warning about new objects that nothing happens to without a controller. */
  public Optional<String> unattended() {
    return Optional.of(traits.unattended()).filter(warning -> !warning.isEmpty());
  }

  /** The same resource, with which something else can be done. */
  public ResourceDefinition withVerbs(List<Verb> newVerbs) {
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
        traits,
        content,
        deprecation);
  }
}
