package io.listwatch.server.resource;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.WatchEvent;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import org.jspecify.annotations.Nullable;

/**
 * Which objects a list or a watch shows. Looks at headers only and allocates nothing, so that it
 * can be asked for every change and every watch.
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

  /** One for all who want everything: asking thousands of watches, each its own would be far. */
  private static ResourceFilter of(ResourceFilter filter) {
    return filter.isOpen() && filter.scope.namespace() == null ? EVERYTHING : filter;
  }

  /** Whether every object of the namespace, or of all, passes. */
  public boolean isOpen() {
    return scope.name() == null && labels.isEverything() && fields.isEverything();
  }

  public boolean matches(Resource object) {
    return scope.contains(object.key()) && selects(object);
  }

  /** Whether the selectors match, wherever the object is. */
  public boolean selects(Resource object) {
    return labels.matches(object.labels()) && fields.matches(object.fields());
  }

  /**
   * What a watch tells of a change, which depends on whether the object matched before and matches
   * now, whatever kind of write it was; null if it tells nothing.
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
