package io.listwatch.objects.kinds.validation;

/** Validates Namespaces. */
final class NamespaceRules implements ValidationRules {
  @Override
  public void check(Field namespace) {
    Field finalizers = namespace.at("spec", "finalizers");
    for (String name : finalizers.texts()) {
      finalizers.matches(TextForm.QUALIFIED_NAME, name);
      if (!name.contains("/") && !name.equals("kubernetes") && !name.equals("orphan")) {
        finalizers.invalid(
            name, "name is neither a standard finalizer name nor is it fully qualified");
      }
    }
  }

  @Override
  public void checkChange(Field next, Field old) {}

  @Override
  public void checkStatus(Field next, Field old) {
    boolean terminating = !next.at("metadata", "deletionTimestamp").isEmpty();
    Field phase = next.at("status", "phase").called(next.at("status", "Phase").path());
    if (!terminating && !phase.is("Active")) {
      phase.invalid(phase.text(), "may only be 'Active' if `deletionTimestamp` is empty");
    } else if (terminating && !phase.is("Terminating")) {
      phase.invalid(phase.text(), "may only be 'Terminating' if `deletionTimestamp` is not empty");
    }
  }
}
