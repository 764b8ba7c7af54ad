package io.listwatch.objects.apply;

import java.util.List;

/** An apply would change fields that others own, and was not told to take them. */
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
   * One of the fields.
   *
   * @param message who owns it
   * @param field as in {@code .spec.ports[port=80]}
   */
  public record Conflict(String message, String field) {}
}
