package io.listwatch.objects.kinds.validation;

/**
 * Validates the objects of one kind beyond metadata, with the errors in kube-apiserver's order.
 *
 * <p>Thread-safe: has no state.
 */
interface ValidationRules {
  /** Adds the errors of a new object. */
  void check(Field object);

  /** Adds the errors of an updated object, and of the change. */
  default void checkChange(Field next, Field old) {
    check(next);
  }

  /** Adds the errors of an update of the status alone. */
  default void checkStatus(Field next, Field old) {}
}
