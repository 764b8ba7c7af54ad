package io.listwatch.server.registry.write;

import io.listwatch.server.auth.UserInfo;
import java.util.function.Consumer;

/**
 * The options of a write, and for whom it is done.
 *
 * @param manager owns the fields that are written; never empty
 * @param dryRun whether everything is done but storing the object
 * @param validation how unknown and duplicate fields are treated
 * @param force whether an apply takes fields away from other managers
 * @param user who makes the request
 * @param warnings receives warnings for the client as soon as they are known, even if the write
 *     fails later; called by any thread, and with the same warning again after a conflict
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

  /** Returns the same for a user. */
  public WriteOptions by(UserInfo who) {
    return new WriteOptions(manager, dryRun, validation, force, who, warnings);
  }

  /** Returns the same with a receiver of warnings. */
  public WriteOptions warning(Consumer<String> listener) {
    return new WriteOptions(manager, dryRun, validation, force, user, listener);
  }

  /** How unknown and duplicate fields are treated. */
  public enum FieldValidation {
    IGNORE,
    WARN,
    STRICT
  }
}
