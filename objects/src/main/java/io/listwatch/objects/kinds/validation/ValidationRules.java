package io.listwatch.objects.kinds.validation;

/**
 * Validates the objects of one kind beyond metadata, with the errors in kube-apiserver's order.
 *
 * <p>Thread-safe: has no state.
 */
interface ValidationRules {
  /** What is wrong with a new object. */
  void check(Field object);

  /** What is wrong with what an object is to become, or with the change. */
  default void checkChange(Field next, Field old) {
    check(next);
  }

  /** What is wrong with a change of the status, when nothing else has changed. */
  default void checkStatus(Field next, Field old) {}
}
