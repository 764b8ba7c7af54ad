package io.listwatch.informer;

import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import org.jspecify.annotations.Nullable;

/**
 * Which objects an informer is of. Two that are equal are served by one informer; two namespaces
 * are two.
 *
 * @param namespace null for all
 * @param modifier changes every request; compared by its own {@code equals}
 */
public record Selection(
    ResourceType type,
    @Nullable String namespace,
    LabelSelector labels,
    FieldSelector fields,
    OptionsModifier modifier) {
  public Selection {
    if (namespace != null && (namespace.isEmpty() || type.scope() == Scope.CLUSTER)) {
      throw new IllegalArgumentException(
          "namespace: '%s' of %s (expected: a namespace of a namespaced type, or null for all)"
              .formatted(namespace, type));
    }
    if (labels.isNothing()) {
      throw new IllegalArgumentException("labels: none can match (expected: some that can)");
    }
  }

  /** All objects of a type. */
  public static Selection of(ResourceType type) {
    return new Selection(
        type,
        null,
        LabelSelector.everything(),
        FieldSelector.everything(),
        OptionsModifier.NOTHING);
  }

  public Selection inNamespace(String newNamespace) {
    return new Selection(type, newNamespace, labels, fields, modifier);
  }

  public Selection where(LabelSelector newLabels) {
    return new Selection(type, namespace, newLabels, fields, modifier);
  }

  public Selection where(FieldSelector newFields) {
    return new Selection(type, namespace, labels, newFields, modifier);
  }

  public Selection modifiedBy(OptionsModifier newModifier) {
    return new Selection(type, namespace, labels, fields, newModifier);
  }

  /** For logs, metrics and threads: the type and what narrows it. A modifier does not show. */
  @Override
  public String toString() {
    var name = new StringBuilder(type.toString());
    if (namespace != null) {
      name.append('/').append(namespace);
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
