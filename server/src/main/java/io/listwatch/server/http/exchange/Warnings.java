package io.listwatch.server.http.exchange;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.server.ServiceRequestContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * What a client is told beside an answer: headers that the response will have, whichever it is.
 * Nothing is told twice, and if all of it would be too long, the longer ones are cut.
 *
 * <p>Thread-safe. What is told once an answer has begun is lost.
 */
public final class Warnings implements Consumer<String> {
  /** In characters; more would make headers that some clients do not read. */
  private static final int MAX_TOTAL = 4 * 1024;

  /** In characters, once all together are too many. */
  private static final int MAX_EACH = 256;

  private final ServiceRequestContext context;
  private final AtomicReference<List<String>> texts = new AtomicReference<>(List.of());

  public Warnings(ServiceRequestContext context) {
    this.context = context;
  }

  @Override
  public void accept(String text) {
    texts.updateAndGet(told -> with(told, text));
    // The last to come here shows all that were told before.
    context.mutateAdditionalResponseHeaders(
        headers -> {
          headers.remove(HttpHeaderNames.WARNING);
          shown(texts.get()).forEach(each -> headers.add(HttpHeaderNames.WARNING, header(each)));
        });
  }

  private static List<String> with(List<String> told, String text) {
    if (text.isEmpty() || told.contains(text) || shown(told).size() < told.size()) {
      return told;
    }
    var more = new ArrayList<>(told);
    more.add(text);
    return List.copyOf(more);
  }

  /** What there is room for. */
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

  /** The value of a {@code Warning} header. */
  static String header(String text) {
    var quoted = new StringBuilder(text.length() + 16).append("299 - \"");
    text.codePoints().forEach(c -> append(quoted, c));
    return quoted.append('"').toString();
  }

  /** A header is one line of ASCII. */
  private static void append(StringBuilder quoted, int c) {
    if (c == '"' || c == '\\') {
      quoted.append('\\').appendCodePoint(c);
    } else if (c >= ' ' && c < 0x7f) {
      quoted.appendCodePoint(c);
    } else {
      quoted.append(' ');
    }
  }
}
