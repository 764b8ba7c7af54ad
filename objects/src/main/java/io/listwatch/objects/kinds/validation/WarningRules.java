package io.listwatch.objects.kinds.validation;

import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Collects warnings about valid objects of one kind, in kube-apiserver's words.
 *
 * <p>Thread-safe: has no state.
 */
@FunctionalInterface
interface WarningRules {
  /**
   * Adds the warnings about an object that is created or updated.
   *
   * @param old null for a new object
   */
  void collect(Field next, @Nullable Field old, List<String> warnings);

  /** Returns warnings about new and updated objects. */
  static WarningRules always(BiConsumer<Field, List<String>> warnings) {
    return (next, old, found) -> warnings.accept(next, found);
  }

  /** Returns warnings about new objects; updates get none. */
  static WarningRules onCreate(BiConsumer<Field, List<String>> warnings) {
    return (next, old, found) -> {
      if (old == null) {
        warnings.accept(next, found);
      }
    };
  }
}
