package io.listwatch.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonCursor;

/**
 * The metadata of what is not an object: a list or a bookmark. It has a version, and a page of a
 * list has a token to continue with.
 *
 * <p>Not thread-safe; made to read once.
 */
final class CollectionMetadata {
  private static final byte[] RESOURCE_VERSION = "resourceVersion".getBytes(UTF_8);
  private static final byte[] CONTINUE = "continue".getBytes(UTF_8);

  private boolean read;
  private ResourceVersion version = ResourceVersion.UNSET;
  private String continueToken = "";

  /** Reads the value of the member {@code metadata} at the cursor. */
  void read(JsonCursor cursor) {
    if (read) {
      throw cursor.failure("is there twice");
    }
    read = true;
    if (cursor.skipNull()) {
      return;
    }
    cursor.enterObject();
    while (cursor.nextField()) {
      if (cursor.fieldIs(RESOURCE_VERSION)) {
        version = cursor.skipNull() ? ResourceVersion.UNSET : ResourceVersion.of(cursor.string());
      } else if (cursor.fieldIs(CONTINUE)) {
        continueToken = cursor.skipNull() ? "" : cursor.string();
      } else {
        cursor.skip();
      }
    }
  }

  ResourceVersion version() {
    return version;
  }

  /** Empty if there is nothing to continue. */
  String continueToken() {
    return continueToken;
  }
}
