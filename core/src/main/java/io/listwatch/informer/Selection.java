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
 * The objects that an informer covers. Equal selections share one watch; informers of two
 * namespaces are separate, unless one selection covers both.
 *
 * @param namespaces empty for all; if there are several, each is listed and watched separately
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
      throw new IllegalArgumentException(
          "labels: match nothing (expected: a selector that can match)");
    }
  }

  /** Selects all objects of a type. */
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
   * Selects the objects of several namespaces, for users that may not see, or do not need, all of
   * them.
   *
   * @throws IllegalArgumentException if {@code newNamespaces} is empty, which would mean all
   *     namespaces
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

  /** True if an object is in the selected namespaces, regardless of its labels and fields. */
  boolean covers(ResourceKey key) {
    String namespace = key.namespace();
    return namespaces.isEmpty() || (namespace != null && namespaces.contains(namespace));
  }

  /**
   * True if an object matches the selectors, as far as that is known here: most fields are known
   * only to the source.
   */
  boolean matches(Resource object) {
    return covers(object.key())
        && labels.matches(object.labels())
        && fields.terms().stream()
            .filter(term -> term.path().startsWith("metadata."))
            .allMatch(term -> term.matches(object.fields()));
  }

  /**
   * Returns the name for logs, metrics and threads: the type and its restrictions, without the
   * modifier.
   */
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
