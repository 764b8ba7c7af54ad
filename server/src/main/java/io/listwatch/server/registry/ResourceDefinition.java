package io.listwatch.server.registry;

import io.listwatch.model.ResourceType;
import io.listwatch.model.SelectableFields;
import io.listwatch.objects.custom.CustomContent;
import io.listwatch.objects.kinds.Traits;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.objects.strategy.WrittenKind;
import java.util.List;
import java.util.Optional;

/**
 * A resource as one API version serves it: its names, verbs, subresources and table columns.
 *
 * @param stored the type that its objects are stored as; several versions may share it
 * @param verbs in the order of discovery
 * @param custom true for a custom resource
 * @param traits the properties in which its kind differs from others
 * @param content the schema of a custom resource; {@link CustomContent#UNKNOWN} for a built-in one
 * @param deprecation the warning for clients of a deprecated version; empty if it is not deprecated
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

  /** Creates the definition of a custom resource without a schema. */
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

  /** Returns the properties of this kind on which its strategy depends. */
  public WrittenKind written() {
    return new WrittenKind(type, subresource("status").isPresent(), traits);
  }

  /**
   * Returns the warning that objects of this kind are stored but have no effect; empty if they take
   * effect.
   */
  public Optional<String> unenforced() {
    return Optional.of(traits.unenforced()).filter(warning -> !warning.isEmpty());
  }

  /**
   * Returns the warning that no controller on this server acts on new objects of this kind; empty
   * if there is none.
   */
  public Optional<String> unattended() {
    return Optional.of(traits.unattended()).filter(warning -> !warning.isEmpty());
  }

  /** Returns the same definition with other verbs. */
  public ResourceDefinition withVerbs(List<Verb> newVerbs) {
    return with(newVerbs, traits);
  }

  /** Returns the same definition without the warning that its objects have no effect. */
  public ResourceDefinition enforced() {
    return with(verbs, traits.enforced());
  }

  private ResourceDefinition with(List<Verb> newVerbs, Traits newTraits) {
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
        newTraits,
        content,
        deprecation);
  }
}
