package io.listwatch.server;

import io.listwatch.json.JsonString;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.http.AuditLog;
import io.listwatch.time.Timers;

/** Formats an entry of the audit log as a line of JSON. Empty values are left out. */
final class AuditLine {
  /**
   * Longer values are cut, because many lines may be queued. Only made-up requests have such
   * values.
   */
  static final int MAX_VALUE = 1_024;

  private final Timers timers;

  AuditLine(Timers timers) {
    this.timers = timers;
  }

  /** Returns the line, with its newline. */
  String of(AuditLog.Entry entry) {
    AccessRequest request = entry.request();
    var text = new StringBuilder(256);
    text.append("{\"time\":").append(JsonString.quote(timers.now().toString()));
    member(text, "auditID", entry.id());
    member(text, "sourceIP", entry.source());
    member(text, "user", request.user().name());
    if (!entry.caller().equals(request.user())) {
      member(text, "impersonatedBy", entry.caller().name());
    }
    member(text, "verb", request.verb());
    member(text, "path", request.path());
    if (request.aboutResource()) {
      member(text, "group", request.group());
      member(text, "resource", request.resource());
      member(text, "subresource", request.subresource());
      member(text, "namespace", request.namespace() == null ? "" : request.namespace());
      member(text, "name", request.name() == null ? "" : request.name());
    }
    text.append(",\"code\":").append(entry.code());
    text.append(",\"microseconds\":").append(entry.nanos() / 1_000);
    return text.append("}\n").toString();
  }

  private static void member(StringBuilder text, String name, String value) {
    if (!value.isEmpty()) {
      text.append(",\"").append(name).append("\":").append(JsonString.quote(cut(value)));
    }
  }

  private static String cut(String value) {
    return value.length() <= MAX_VALUE ? value : value.substring(0, MAX_VALUE) + "...";
  }
}
