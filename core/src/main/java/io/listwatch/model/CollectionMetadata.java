package io.listwatch.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonCursor;

/**
 * The metadata of a list or a bookmark: a version, and for a page of a list the continue token.
 *
 * <p>Not thread-safe; reads one object.
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

  /** Returns the continue token; empty on the last page. */
  String continueToken() {
    return continueToken;
  }
}
