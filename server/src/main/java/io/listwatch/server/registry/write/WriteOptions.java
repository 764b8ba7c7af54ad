package io.listwatch.server.registry.write;

import io.listwatch.server.auth.UserInfo;

/**
 * How to write.
 *
 * @param manager who owns the fields that are written; never empty
 * @param dryRun whether everything is done but the writing
 * @param validation what is done about fields that are unknown or given twice
 * @param force whether an apply takes fields away from other managers
 * @param user who asks
 */
public record WriteOptions(
    String manager, boolean dryRun, FieldValidation validation, boolean force, UserInfo user) {
  /** For the server itself. */
  public WriteOptions(String manager, boolean dryRun, FieldValidation validation, boolean force) {
    this(manager, dryRun, validation, force, UserInfo.SERVER);
  }

  /** The same for somebody. */
  public WriteOptions by(UserInfo who) {
    return new WriteOptions(manager, dryRun, validation, force, who);
  }

  /** What is done about fields that are unknown or given twice. */
  public enum FieldValidation {
    IGNORE,
    WARN,
    STRICT
  }
}
