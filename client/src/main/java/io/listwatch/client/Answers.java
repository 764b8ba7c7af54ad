package io.listwatch.client;

import io.listwatch.json.JsonPath;
import io.listwatch.model.ApiException;
import io.listwatch.model.MalformedException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceReader;
import io.listwatch.model.Status;

/** What the bodies of successful answers are, which may be failures all the same. */
final class Answers {
  private static final JsonPath KIND = JsonPath.of("kind");
  private static final JsonPath STATUS = JsonPath.of("status");

  private Answers() {}

  /**
   * An object.
   *
   * @throws ApiException if it is a status that tells of a failure
   */
  static Resource resource(byte[] json) {
    try {
      return ResourceReader.PLAIN.resource(json, 0, json.length);
    } catch (MalformedException noObject) {
      requireSuccess(json);
      throw noObject;
    }
  }

  /** Anything, unless it is a status that tells of a failure. */
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
