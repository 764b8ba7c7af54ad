package io.listwatch.objects.apply;

import java.util.List;

/** Thrown if an apply without force would change fields that other managers own. */
public final class ApplyConflictException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient List<Conflict> conflicts;

  ApplyConflictException(String message, List<Conflict> conflicts) {
    super(message);
    this.conflicts = List.copyOf(conflicts);
  }

  public List<Conflict> conflicts() {
    return conflicts;
  }

  /**
   * A field in conflict.
   *
   * @param message the error message, which names the other manager
   * @param field the path, such as {@code .spec.ports[port=80]}
   */
  public record Conflict(String message, String field) {}
}
