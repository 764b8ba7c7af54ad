package io.listwatch.server.http.exchange;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.listwatch.server.audit.RequestAudit;
import io.listwatch.server.registry.admission.AdmissionNotes;
import io.listwatch.server.webhook.TraceContext;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The {@code Warning} headers of a response. A warning is sent once; if all together are too long,
 * the longer ones are truncated. Audit annotations go to the request's audit.
 *
 * <p>Thread-safe. Warnings that are added after the response has started are lost.
 */
public final class Warnings implements AdmissionNotes {
  /** In characters. Some clients do not read longer headers. */
  private static final int MAX_TOTAL = 4 * 1024;

  /** In characters, if all warnings together are too long. */
  private static final int MAX_EACH = 256;

  private static final AsciiString TRACE_PARENT = HttpHeaderNames.of("traceparent");
  private static final AsciiString TRACE_STATE = HttpHeaderNames.of("tracestate");

  private final ServiceRequestContext context;
  private final RequestAudit audit;
  private final AtomicReference<List<String>> texts = new AtomicReference<>(List.of());

  public Warnings(ServiceRequestContext context, RequestAudit audit) {
    this.context = context;
    this.audit = audit;
  }

  @Override
  public void annotate(String key, String value) {
    audit.annotate(key, value);
  }

  @Override
  public TraceContext trace() {
    RequestHeaders headers = context.request().headers();
    return headers.contains(TRACE_PARENT)
        ? TraceContext.of(headers.getAll(TRACE_PARENT), headers.getAll(TRACE_STATE))
        : TraceContext.NONE;
  }

  @Override
  public boolean showsRequests() {
    return audit.showsRequests();
  }

  @Override
  public void accept(String text) {
    texts.updateAndGet(told -> with(told, text));
    // The last caller writes all warnings added so far.
    context.mutateAdditionalResponseHeaders(
        headers -> {
          headers.remove(HttpHeaderNames.WARNING);
          shown(texts.get()).forEach(each -> headers.add(HttpHeaderNames.WARNING, header(each)));
        });
  }

  private static List<String> with(List<String> told, String text) {
    if (!isSendable(text) || told.contains(text) || shown(told).size() < told.size()) {
      return told;
    }
    var more = new ArrayList<>(told);
    more.add(text);
    return List.copyOf(more);
  }

  /** Returns the warnings within the limits. */
  static List<String> shown(List<String> told) {
    if (told.stream().mapToInt(Warnings::length).sum() <= MAX_TOTAL) {
      return told;
    }
    var shown = new ArrayList<String>();
    int total = 0;
    for (String text : told) {
      if (total >= MAX_TOTAL) {
        break;
      }
      String cut = cut(text);
      shown.add(cut);
      total += length(cut);
    }
    return shown;
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String cut(String text) {
    return length(text) <= MAX_EACH
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MAX_EACH));
  }

  /** False for a text that kube-apiserver does not send: an empty one, or one of several lines. */
  private static boolean isSendable(String text) {
    return !text.isEmpty()
        && text.codePoints()
            .map(Character::getType)
            .noneMatch(type -> type == Character.CONTROL || type == Character.SURROGATE);
  }

  /** Returns the value of a {@code Warning} header, one char for each byte of its UTF-8. */
  static String header(String text) {
    String quoted = text.replace("\\", "\\\\").replace("\"", "\\\"");
    return "299 - \"" + new String(quoted.getBytes(UTF_8), ISO_8859_1) + '"';
  }
}
