package io.listwatch.objects.schema.structural;

import io.listwatch.objects.schema.FieldError;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The result of validating one value: distinct errors, and the number of successful checks. If no
 * schema of an {@code anyOf} or {@code oneOf} fits, the errors of the one with most successes are
 * reported.
 */
final class Findings {
  /** Limits the memory of errors; later ones are dropped. */
  private static final int MAX_ERRORS = 500;

  private final Set<FieldError> errors = new LinkedHashSet<>();
  private int matches;

  Findings add(FieldError error) {
    if (!full()) {
      errors.add(error);
    }
    return this;
  }

  Findings add(Findings other) {
    other.errors.forEach(this::add);
    matches += other.matches;
    return this;
  }

  /** Counts a successful check, as kube-apiserver does. */
  Findings matched() {
    matches++;
    return this;
  }

  void forgive() {
    errors.clear();
  }

  boolean none() {
    return errors.isEmpty();
  }

  boolean full() {
    return errors.size() >= MAX_ERRORS;
  }

  int matches() {
    return matches;
  }

  List<FieldError> errors() {
    return List.copyOf(errors);
  }
}
