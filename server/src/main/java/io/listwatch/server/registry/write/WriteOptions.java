package io.listwatch.server.registry.write;

import io.listwatch.server.auth.UserInfo;
import java.util.function.Consumer;

/**
 * The options of a write, and its user.
 *
 * @param manager owns the written fields; never empty
 * @param dryRun true to run all steps but not store the object
 * @param validation how unknown and duplicate fields are handled
 * @param force true if an apply takes fields from other managers
 * @param user who makes the request
 * @param warnings receives warnings for the client as soon as they are known, even if the write
 *     fails later; called by any thread, and again with the same warning after a conflict
 */
public record WriteOptions(
    String manager,
    boolean dryRun,
    FieldValidation validation,
    boolean force,
    UserInfo user,
    Consumer<String> warnings) {
  /** Creates options for a write by the server itself, which ignores warnings. */
  public WriteOptions(String manager, boolean dryRun, FieldValidation validation, boolean force) {
    this(manager, dryRun, validation, force, UserInfo.SERVER, warning -> {});
  }

  /** Returns the same options for a user. */
  public WriteOptions by(UserInfo who) {
    return new WriteOptions(manager, dryRun, validation, force, who, warnings);
  }

  /** Returns the same options with a receiver of warnings. */
  public WriteOptions warning(Consumer<String> listener) {
    return new WriteOptions(manager, dryRun, validation, force, user, listener);
  }

  /** The modes of field validation: how unknown and duplicate fields are handled. */
  public enum FieldValidation {
    IGNORE,
    WARN,
    STRICT
  }
}
