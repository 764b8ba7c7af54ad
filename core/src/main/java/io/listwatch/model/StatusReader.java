package io.listwatch.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonPath;
import io.listwatch.json.JsonType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a {@link Status} from JSON, ignoring members it does not know. */
final class StatusReader {
  private static final byte[] CODE = "code".getBytes(UTF_8);
  private static final byte[] REASON = "reason".getBytes(UTF_8);
  private static final byte[] MESSAGE = "message".getBytes(UTF_8);
  private static final byte[] DETAILS = "details".getBytes(UTF_8);
  private static final byte[] GROUP = "group".getBytes(UTF_8);
  private static final byte[] KIND = "kind".getBytes(UTF_8);
  private static final byte[] NAME = "name".getBytes(UTF_8);
  private static final byte[] UID = "uid".getBytes(UTF_8);
  private static final byte[] CAUSES = "causes".getBytes(UTF_8);
  private static final byte[] RETRY_AFTER = "retryAfterSeconds".getBytes(UTF_8);
  private static final byte[] FIELD = "field".getBytes(UTF_8);

  private static final JsonPath KIND_OF_ALL = JsonPath.of("kind");
  private static final JsonPath OUTCOME = JsonPath.of("status");

  /** Maximum number of causes; further ones are dropped, since no sane server sends more. */
  private static final int MAX_CAUSES = 1000;

  private StatusReader() {}

  /**
   * Returns the failure that a Status reports where another object was expected; null if it reports
   * none.
   */
  static @Nullable ApiException failure(byte[] json, int from, int to) {
    if (!"Status".equals(KIND_OF_ALL.text(json, from, to))
        || "Success".equals(OUTCOME.text(json, from, to))) {
      return null;
    }
    Status status = read(new JsonCursor(json, from, to));
    return status.code() == 0 && status.reason().isEmpty() ? null : status.toException();
  }

  static Status read(JsonCursor cursor) {
    int code = 0;
    String reason = "";
    String message = "";
    var details = Status.Details.NONE;
    cursor.enterObject();
    while (cursor.nextField()) {
      if (cursor.fieldIs(CODE)) {
        code = number(cursor);
      } else if (cursor.fieldIs(REASON)) {
        reason = text(cursor);
      } else if (cursor.fieldIs(MESSAGE)) {
        message = text(cursor);
      } else if (cursor.fieldIs(DETAILS) && cursor.peek() == JsonType.OBJECT) {
        details = details(cursor);
      } else {
        cursor.skip();
      }
    }
    return new Status(code, reason, message, details);
  }

  private static Status.Details details(JsonCursor cursor) {
    String group = "";
    String kind = "";
    String name = "";
    String uid = "";
    List<Status.Cause> causes = List.of();
    int retryAfter = 0;
    cursor.enterObject();
    while (cursor.nextField()) {
      if (cursor.fieldIs(GROUP)) {
        group = text(cursor);
      } else if (cursor.fieldIs(KIND)) {
        kind = text(cursor);
      } else if (cursor.fieldIs(NAME)) {
        name = text(cursor);
      } else if (cursor.fieldIs(UID)) {
        uid = text(cursor);
      } else if (cursor.fieldIs(CAUSES) && cursor.peek() == JsonType.ARRAY) {
        causes = causes(cursor);
      } else if (cursor.fieldIs(RETRY_AFTER)) {
        retryAfter = number(cursor);
      } else {
        cursor.skip();
      }
    }
    return new Status.Details(group, kind, name, uid, causes, retryAfter);
  }

  private static List<Status.Cause> causes(JsonCursor cursor) {
    var causes = new ArrayList<Status.Cause>();
    cursor.enterArray();
    while (cursor.nextElement()) {
      if (causes.size() < MAX_CAUSES) {
        causes.add(cause(cursor));
      } else {
        cursor.skip();
      }
    }
    return causes;
  }

  private static Status.Cause cause(JsonCursor cursor) {
    String reason = "";
    String message = "";
    String field = "";
    cursor.enterObject();
    while (cursor.nextField()) {
      if (cursor.fieldIs(REASON)) {
        reason = text(cursor);
      } else if (cursor.fieldIs(MESSAGE)) {
        message = text(cursor);
      } else if (cursor.fieldIs(FIELD)) {
        field = text(cursor);
      } else {
        cursor.skip();
      }
    }
    return new Status.Cause(reason, message, field);
  }

  private static String text(JsonCursor cursor) {
    return cursor.skipNull() ? "" : cursor.string();
  }

  private static int number(JsonCursor cursor) {
    return cursor.skipNull() ? 0 : (int) Math.max(0, Math.min(Integer.MAX_VALUE, cursor.integer()));
  }
}
