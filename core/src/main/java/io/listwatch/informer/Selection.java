package io.listwatch.informer;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which objects an informer is of. Two that are equal are served by one informer; two namespaces
 * are two, unless one selection is of both.
 *
 * @param namespaces empty for all; of several, each is listed and watched by itself
 * @param modifier changes every request; compared by its own {@code equals}
 */
public record Selection(
    ResourceType type,
    Set<String> namespaces,
    LabelSelector labels,
    FieldSelector fields,
    OptionsModifier modifier) {
  public Selection {
    namespaces = Set.copyOf(namespaces);
    for (String namespace : namespaces) {
      if (namespace.isEmpty() || type.scope() == Scope.CLUSTER) {
        throw new IllegalArgumentException(
            "namespace: '%s' of %s (expected: a namespace of a namespaced type)"
                .formatted(namespace, type));
      }
    }
    if (labels.isNothing()) {
      throw new IllegalArgumentException("labels: none can match (expected: some that can)");
    }
  }

  /** All objects of a type. */
  public static Selection of(ResourceType type) {
    return new Selection(
        type,
        Set.of(),
        LabelSelector.everything(),
        FieldSelector.everything(),
        OptionsModifier.NOTHING);
  }

  public Selection inNamespace(String namespace) {
    return new Selection(type, Set.of(namespace), labels, fields, modifier);
  }

  /**
   * Those of several namespaces, for who may not see, or does not want, all of them.
   *
   * @throws IllegalArgumentException if there is none: that would be all
   */
  public Selection inNamespaces(Collection<String> newNamespaces) {
    if (newNamespaces.isEmpty()) {
      throw new IllegalArgumentException("namespaces: none (expected: at least one)");
    }
    return new Selection(type, new TreeSet<>(newNamespaces), labels, fields, modifier);
  }

  public Selection where(LabelSelector newLabels) {
    return new Selection(type, namespaces, newLabels, fields, modifier);
  }

  public Selection where(FieldSelector newFields) {
    return new Selection(type, namespaces, labels, newFields, modifier);
  }

  public Selection modifiedBy(OptionsModifier newModifier) {
    return new Selection(type, namespaces, labels, fields, newModifier);
  }

  /** Whether an object is where this looks, whatever its labels and fields are. */
  boolean covers(ResourceKey key) {
    String namespace = key.namespace();
    return namespaces.isEmpty() || (namespace != null && namespaces.contains(namespace));
  }

  /** Whether an object is chosen, as far as can be told here: most fields only the source knows. */
  boolean chooses(Resource object) {
    return covers(object.key())
        && labels.matches(object.labels())
        && fields.terms().stream()
            .filter(term -> term.path().startsWith("metadata."))
            .allMatch(term -> term.matches(object.fields()));
  }

  /** For logs, metrics and threads: the type and what narrows it. A modifier does not show. */
  @Override
  public String toString() {
    var name = new StringBuilder(type.toString());
    if (!namespaces.isEmpty()) {
      name.append('/').append(String.join(",", new TreeSet<>(namespaces)));
    }
    if (!labels.isEverything()) {
      name.append('?').append(labels);
    }
    if (!fields.isEverything()) {
      name.append('#').append(fields);
    }
    return name.toString();
  }
}
