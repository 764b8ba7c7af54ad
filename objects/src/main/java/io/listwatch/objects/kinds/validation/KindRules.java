package io.listwatch.objects.kinds.validation;

/**
 * The rules of one kind, beyond metadata. Complains about fields in the reference's order.
 *
 * <p>Thread-safe: has no state.
 */
interface KindRules {
  /** What is wrong with a new object. */
  void check(Field object);

  /** What is wrong with what an object is to become, or with the change. */
  default void checkChange(Field next, Field old) {
    check(next);
  }

  /** What is wrong with a change of the status, when nothing else has changed. */
  default void checkStatus(Field next, Field old) {}
}
