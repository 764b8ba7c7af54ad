package io.listwatch.client;

import io.listwatch.client.http.ApiRequest;

/**
 * The parameters of every write.
 *
 * @param fieldManager empty for the server's default, which is derived from the user agent
 * @param dryRun whether to only simulate the write
 * @param validation the server's handling of unknown and duplicate fields
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
