package io.listwatch.server.registry.write;

/**
 * How to write.
 *
 * @param manager who owns the fields that are written; never empty
 * @param dryRun whether everything is done but the writing
 * @param validation what is done about fields that are unknown or given twice
 * @param force whether an apply takes fields away from other managers
 */
public record WriteOptions(
    String manager, boolean dryRun, FieldValidation validation, boolean force) {
  /** What is done about fields that are unknown or given twice. */
  public enum FieldValidation {
    IGNORE,
    WARN,
    STRICT
  }
}
