package io.listwatch.client;

import io.listwatch.client.http.ApiRequest;

/**
 * What goes along with every write.
 *
 * @param fieldManager by which name fields are owned; empty for what the server makes of the user
 *     agent
 * @param dryRun whether to say what would happen instead of doing it
 * @param validation what to do about fields that the server does not know
 */
record WriteOptions(String fieldManager, boolean dryRun, FieldValidation validation) {
  static final WriteOptions DEFAULT = new WriteOptions("", false, FieldValidation.SERVER);

  ApiRequest with(ApiRequest request) {
    ApiRequest written = request;
    if (!fieldManager.isEmpty()) {
      written = written.query("fieldManager", fieldManager);
    }
    if (dryRun) {
      written = written.query("dryRun", "All");
    }
    return validation == FieldValidation.SERVER
        ? written
        : written.query("fieldValidation", validation.word());
  }
}
