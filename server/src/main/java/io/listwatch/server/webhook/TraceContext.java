package io.listwatch.server.webhook;

import java.net.http.HttpRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The W3C trace context of a request: the headers {@code traceparent} and {@code tracestate}, which
 * calls of webhooks on behalf of the request pass on. The server makes no spans, so it changes
 * neither.
 *
 * <p>Thread-safe. {@link #current} is the trace context of the calling thread.
 *
 * @param parent empty for no trace
 * @param state empty for none
 */
public record TraceContext(String parent, String state) {
  public static final TraceContext NONE = new TraceContext("", "");

  /** Version, trace ID, span ID and flags; neither ID is zero. */
  private static final Pattern PARENT =
      Pattern.compile("[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  private static final String FIRST_VERSION = "00";
  private static final String INVALID_VERSION = "ff";
  private static final int PARENT_LENGTH = 55;

  /**
   * The maximum length of a {@code traceparent} with a later version, which may have more fields.
   */
  private static final int MAX_PARENT = 128;

  private static final Pattern PRINTABLE = Pattern.compile("[ -~]*");

  /** A member of {@code tracestate}: a key and a value. */
  private static final Pattern MEMBER =
      Pattern.compile(
          "[a-z0-9][-a-z0-9_*/]{0,240}(@[a-z0-9][-a-z0-9_*/]{0,13})?"
              + "=[ -+--<>-~]{0,255}[!-+--<>-~]");

  /** The maximum length of all {@code tracestate} headers together. */
  private static final int MAX_STATE = 512;

  private static final int MAX_MEMBERS = 32;

  private static final ThreadLocal<TraceContext> CURRENT = ThreadLocal.withInitial(() -> NONE);

  /**
   * Reads the headers of a request. Returns {@link #NONE} if {@code traceparent} is invalid or
   * repeated; an invalid {@code tracestate} is left out.
   */
  public static TraceContext of(List<String> parents, List<String> states) {
    if (parents.size() != 1 || !isParent(parents.get(0))) {
      return NONE;
    }
    String state = String.join(",", states);
    return new TraceContext(parents.get(0), isState(state) ? state : "");
  }

  private static boolean isParent(String parent) {
    if (parent.length() < PARENT_LENGTH
        || parent.length() > MAX_PARENT
        || !PARENT.matcher(parent.substring(0, PARENT_LENGTH)).matches()
        || parent.startsWith(INVALID_VERSION)) {
      return false;
    }
    String rest = parent.substring(PARENT_LENGTH);
    return rest.isEmpty()
        || (!parent.startsWith(FIRST_VERSION)
            && rest.startsWith("-")
            && PRINTABLE.matcher(rest).matches());
  }

  private static boolean isState(String state) {
    if (state.length() > MAX_STATE) {
      return false;
    }
    Set<String> keys = new HashSet<>();
    for (String each : state.split(",", -1)) {
      String member = each.strip();
      boolean valid =
          member.isEmpty()
              || (MEMBER.matcher(member).matches()
                  && keys.add(member.substring(0, member.indexOf('='))));
      if (!valid) {
        return false;
      }
    }
    return keys.size() <= MAX_MEMBERS;
  }

  /** Returns the trace context for which the calling thread works. */
  public static TraceContext current() {
    return CURRENT.get();
  }

  /** Calls a function for which this is {@link #current}. */
  public <T> T during(Supplier<T> call) {
    TraceContext before = CURRENT.get();
    CURRENT.set(this);
    try {
      return call.get();
    } finally {
      CURRENT.set(before);
    }
  }

  /** Returns an executor whose tasks have this as {@link #current}. */
  public Executor on(Executor executor) {
    return equals(NONE)
        ? executor
        : task ->
            executor.execute(
                () ->
                    during(
                        () -> {
                          task.run();
                          return task;
                        }));
  }

  /** Adds the headers to a call; none for {@link #NONE}. */
  void addTo(HttpRequest.Builder call) {
    if (!parent.isEmpty()) {
      call.header("traceparent", parent);
      if (!state.isEmpty()) {
        call.header("tracestate", state);
      }
    }
  }
}
