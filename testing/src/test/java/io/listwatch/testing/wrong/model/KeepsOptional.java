package io.listwatch.testing.wrong.model;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** Wrong: a field and a parameter are {@code Optional}. A lambda may have one. */
final class KeepsOptional {
  private final OptionalLong kept = OptionalLong.empty();

  boolean taken(Optional<String> parameter) {
    return parameter.isPresent() && kept.isPresent();
  }

  Predicate<Optional<String>> lambda() {
    return found -> found.isPresent();
  }

  Optional<String> returned() {
    return Optional.empty();
  }
}
