package io.listwatch.server.registry.write;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.registry.admission.AdmissionNotes;

/**
 * The options of a write, and its user.
 *
 * @param manager owns the written fields; never empty
 * @param dryRun true to run all steps but not store the object
 * @param validation how unknown and duplicate fields are handled
 * @param force true if an apply takes fields from other managers
 * @param sent the options as the client sent them, for admission
 * @param user of the request
 * @param warnings receives warnings for the client as soon as they are known, even if the write
 *     fails later, and audit annotations; called by any thread, and again with the same warning
 *     after a conflict
 */
public record WriteOptions(
    String manager,
    boolean dryRun,
    FieldValidation validation,
    boolean force,
    JsonObject sent,
    UserInfo user,
    AdmissionNotes warnings) {
  /** Creates options for a write by the server itself, which ignores warnings. */
  public WriteOptions(String manager, boolean dryRun, FieldValidation validation, boolean force) {
    this(manager, dryRun, validation, force, new JsonObject(), UserInfo.SERVER, warning -> {});
  }

  /** Returns the same options for a user. */
  public WriteOptions by(UserInfo who) {
    return new WriteOptions(manager, dryRun, validation, force, sent, who, warnings);
  }

  /** Returns the same options with a receiver of warnings. */
  public WriteOptions warning(AdmissionNotes listener) {
    return new WriteOptions(manager, dryRun, validation, force, sent, user, listener);
  }

  /** Returns the same options with the options that the client sent, for admission. */
  public WriteOptions sent(JsonObject options) {
    return new WriteOptions(manager, dryRun, validation, force, options, user, warnings);
  }

  /** The modes of field validation: how unknown and duplicate fields are handled. */
  public enum FieldValidation {
    IGNORE,
    WARN,
    STRICT
  }
}
