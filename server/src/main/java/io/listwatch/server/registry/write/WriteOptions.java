package io.listwatch.server.registry.write;

import io.listwatch.server.auth.UserInfo;
import java.util.function.Consumer;

/**
 * How to write.
 *
 * @param manager who owns the fields that are written; never empty
 * @param dryRun whether everything is done but the writing
 * @param validation what is done about fields that are unknown or given twice
 * @param force whether an apply takes fields away from other managers
 * @param user who asks
 * @param warnings receives what the writer should be told, as soon as it is known and whatever
 *     comes of the write; called by any thread, with the same words again if the write is tried
 *     again
 */
public record WriteOptions(
    String manager,
    boolean dryRun,
    FieldValidation validation,
    boolean force,
    UserInfo user,
    Consumer<String> warnings) {
  /** For the server itself, which does not listen to warnings. */
  public WriteOptions(String manager, boolean dryRun, FieldValidation validation, boolean force) {
    this(manager, dryRun, validation, force, UserInfo.SERVER, warning -> {});
  }

  /** The same for somebody. */
  public WriteOptions by(UserInfo who) {
    return new WriteOptions(manager, dryRun, validation, force, who, warnings);
  }

  /** The same, told to somebody. */
  public WriteOptions warning(Consumer<String> listener) {
    return new WriteOptions(manager, dryRun, validation, force, user, listener);
  }

  /** What is done about fields that are unknown or given twice. */
  public enum FieldValidation {
    IGNORE,
    WARN,
    STRICT
  }
}
