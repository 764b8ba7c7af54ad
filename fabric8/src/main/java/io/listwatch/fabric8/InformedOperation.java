package io.listwatch.fabric8;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.internal.BaseOperation;
import io.fabric8.kubernetes.client.dsl.internal.OperationContext;
import io.fabric8.kubernetes.client.extension.ResourceAdapter;
import io.listwatch.informer.Selection;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import org.jspecify.annotations.Nullable;

/**
 * The objects that a fabric8 operation selects: its class, type, namespace, selectors and limit.
 *
 * <p>The only class that uses internal classes of fabric8, because an operation shows its selectors
 * nowhere else. Tests run with the oldest and the newest supported version.
 *
 * @param limit number of objects on a page of a list; 0 for the default
 */
record InformedOperation(Class<? extends HasMetadata> type, Selection selection, int limit) {
  /** Returns null for an operation of another implementation. */
  static @Nullable InformedOperation of(Object target) {
    BaseOperation<?, ?, ?> operation = base(target);
    return operation == null ? null : of(operation);
  }

  static boolean isDryRun(Object target) {
    BaseOperation<?, ?, ?> operation = base(target);
    return operation != null && operation.getOperationContext().getDryRun();
  }

  private static @Nullable BaseOperation<?, ?, ?> base(Object target) {
    Object inner = target;
    while (inner instanceof ResourceAdapter<?> adapter) {
      inner = adapter.getResource();
    }
    return inner instanceof BaseOperation<?, ?, ?> operation ? operation : null;
  }

  private static InformedOperation of(BaseOperation<?, ?, ?> operation) {
    Long limit = operation.getLimit();
    return new InformedOperation(
        operation.getType(), selection(operation), limit == null ? 0 : Math.toIntExact(limit));
  }

  /** Returns the URL path of the collection. */
  String path() {
    ResourceType of = selection.type();
    String group = of.group().isEmpty() ? "/api/" : "/apis/" + of.group() + "/";
    String namespace = String.join("", selection.namespaces());
    return group
        + of.version()
        + (namespace.isEmpty() ? "/" : "/namespaces/" + namespace + "/")
        + of.plural();
  }

  private static Selection selection(BaseOperation<?, ?, ?> operation) {
    OperationContext context = operation.getOperationContext();
    Selection selection = Selection.of(resourceType(operation));
    String namespace = operation.getNamespace();
    if (operation.isResourceNamespaced() && namespace != null && !namespace.isEmpty()) {
      selection = selection.inNamespace(namespace);
    }
    String labels = context.getLabelQueryParam();
    String fields = context.getFieldQueryParam();
    selection = labels == null ? selection : selection.where(LabelSelector.parse(labels));
    return fields == null ? selection : selection.where(FieldSelector.parse(fields));
  }

  private static ResourceType resourceType(BaseOperation<?, ?, ?> operation) {
    String group = operation.getAPIGroupName();
    return new ResourceType(
        group == null ? "" : group,
        operation.getAPIGroupVersion(),
        operation.getKind(),
        operation.getResourceT(),
        operation.isResourceNamespaced() ? Scope.NAMESPACED : Scope.CLUSTER);
  }
}
