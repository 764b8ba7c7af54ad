package io.listwatch.server.resource;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.WatchEvent;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import org.jspecify.annotations.Nullable;

/**
 * Selects the objects of a list or a watch by scope, label selector and field selector. Reads
 * headers only and allocates nothing, because it runs for every change and every watch.
 */
public record ResourceFilter(ResourceScope scope, LabelSelector labels, FieldSelector fields) {
  private static final ResourceFilter EVERYTHING =
      new ResourceFilter(ResourceScope.ALL, LabelSelector.everything(), FieldSelector.everything());

  public static ResourceFilter of(ResourceScope scope, ListOptions options) {
    return of(new ResourceFilter(scope, options.labels(), options.fields()));
  }

  public static ResourceFilter of(WatchRequest request) {
    return of(new ResourceFilter(request.scope(), request.labels(), request.fields()));
  }

  /**
   * Shares one instance for filters that select everything: with thousands of watches, separate
   * instances would miss the processor's cache.
   */
  private static ResourceFilter of(ResourceFilter filter) {
    return filter.isOpen() && filter.scope.namespace() == null ? EVERYTHING : filter;
  }

  /** True if the filter selects every object of its namespace, or of all namespaces. */
  public boolean isOpen() {
    return scope.name() == null
        && scope.shard().isEverything()
        && labels.isEverything()
        && fields.isEverything();
  }

  public boolean matches(Resource object) {
    return scope.contains(object.key()) && selects(object);
  }

  /** True if the selectors match; ignores the namespace and name of the scope. */
  public boolean selects(Resource object) {
    return labels.matches(object.labels())
        && fields.matches(object.fields())
        && scope.shard().matches(object);
  }

  /**
   * Returns the event that a watch sends for a change, or null for none. The type of the event
   * depends only on whether the object matched before and matches now, not on the kind of write.
   */
  public @Nullable WatchEvent event(ResourceChange change) {
    Resource previous = change.previous();
    Resource current = change.current();
    boolean before = previous != null && matches(previous);
    boolean after = current != null && matches(current);
    if (after) {
      return before ? change.modified() : change.added();
    }
    return before ? change.deleted() : null;
  }
}
