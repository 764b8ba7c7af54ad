package io.listwatch.client;

import io.listwatch.json.JsonPath;
import io.listwatch.model.ApiException;
import io.listwatch.model.MalformedException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceReader;
import io.listwatch.model.Status;

/** Parses the bodies of successful responses, which may still be a failure {@code Status}. */
final class Responses {
  private static final JsonPath KIND = JsonPath.of("kind");
  private static final JsonPath STATUS = JsonPath.of("status");

  private Responses() {}

  /**
   * Parses an object.
   *
   * @throws ApiException if the body is a failure {@code Status}
   */
  static Resource resource(byte[] json) {
    try {
      return ResourceReader.PLAIN.resource(json, 0, json.length);
    } catch (MalformedException noObject) {
      requireSuccess(json);
      throw noObject;
    }
  }

  /** Throws if the body is a failure {@code Status}. */
  static void requireSuccess(byte[] json) {
    if (isFailure(json)) {
      Status status = ResourceReader.status(json, 0, json.length);
      throw status.toException();
    }
  }

  private static boolean isFailure(byte[] json) {
    try {
      return "Status".equals(KIND.text(json, 0, json.length))
          && "Failure".equals(STATUS.text(json, 0, json.length));
    } catch (RuntimeException notJson) {
      return false;
    }
  }
}
