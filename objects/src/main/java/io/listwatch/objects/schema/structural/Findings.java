package io.listwatch.objects.schema.structural;

import io.listwatch.objects.schema.FieldError;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What was found of one value: what is wrong, each thing once, and how much is right. Of several
 * schemas that a value might fit, the one of which most is right is the one that was meant.
 */
final class Findings {
  /** More are not told: nobody reads them, and each is a text of its own. */
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

  /** One more check was made that the reference counts. */
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
