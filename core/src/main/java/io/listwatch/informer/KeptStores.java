package io.listwatch.informer;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether an informer's store can be kept: its content must be identifiable in the next
 * run.
 */
final class KeptStores {
  private static final Logger log = LoggerFactory.getLogger(Informer.class);

  private KeptStores() {}

  /**
   * Returns the kept store of one feed.
   *
   * @param namespace of the feed; null for all
   */
  static StoreKeeper.KeptStore of(
      Selection selection,
      @Nullable String namespace,
      InformerOptions options,
      Supplier<StoreKeeper.Contents> contents) {
    String transform = options.transformName;
    if (options.keeper.equals(StoreKeeper.NONE)) {
      return StoreKeeper.KeptStore.NOTHING;
    }
    if (transform == null || !selection.modifier().equals(OptionsModifier.NOTHING)) {
      String reason = transform == null ? "its transform has no name" : "its options are modified";
      log.warn("{}: not kept, because {}", selection, reason);
      return StoreKeeper.KeptStore.NOTHING;
    }
    var scope =
        new StoreKeeper.Scope(
            selection.type(),
            namespace,
            selection.labels(),
            selection.fields(),
            (options.keepManagedFields ? "all " : "slim ") + transform);
    return options.keeper.keep(scope, contents);
  }
}
