package io.listwatch.server.transcript;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.transcript.Step.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * A response that was received over HTTP.
 *
 * @param text the body, decompressed
 * @param wireLength the length of the body as received
 */
record WireResponse(int code, HttpHeaders headers, String text, int wireLength) {
  private static final Pattern WARNING = Pattern.compile("299 - \"(.*)\"");

  /** Headers that most responses have. */
  private static final Map<String, String> USUAL =
      Map.of("content-type", "application/json", "cache-control", "no-cache, private");

  /** Headers that are compared even if the recording does not mention them. */
  private static final List<String> COMPARED =
      List.of(
          "content-type",
          "cache-control",
          "content-encoding",
          "retry-after",
          "vary",
          "x-content-type-options");

  static WireResponse of(int code, HttpHeaders headers, byte[] body) {
    boolean packed = headers.firstValue("content-encoding").orElse("").equals("gzip");
    return new WireResponse(code, headers, packed ? unpacked(body) : text(body), body.length);
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.UTF_8);
  }

  private static String unpacked(byte[] body) {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(body))) {
      return text(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonValue body() {
    if (text.isEmpty()) {
      return JsonValue.MISSING;
    }
    String type = headers.firstValue("content-type").orElse("");
    if (type.startsWith("application/json")) {
      return JsonTrees.read(text);
    }
    if (type.startsWith("application/vnd.kubernetes.protobuf")) {
      return new JsonObject().put("$protobuf", true);
    }
    return new JsonObject().put("$text", text);
  }

  /** Returns the differences from the recording; empty if there are none. */
  List<String> differences(Step step, Bindings bindings) {
    var differences = new ArrayList<String>();
    JsonValue shown = new Shown(bindings).of(step, this);
    differences.addAll(step.differences(new Response(code, shown, warnings()), bindings));
    compareHeaders(step.wire(), bindings, differences);
    if (!step.wire().spelled().isEmpty() && !bindings.matches(step.wire().spelled(), text)) {
      differences.add("spelling: %s (expected: %s)".formatted(text, step.wire().spelled()));
    }
    compareLines(step.wire().lines(), differences);
    return differences;
  }

  private List<String> warnings() {
    var warnings = new ArrayList<String>();
    for (String each : headers.allValues("warning")) {
      Matcher warning = WARNING.matcher(each);
      warnings.add(warning.matches() ? warning.group(1).replace("\\\"", "\"") : each);
    }
    return warnings;
  }

  private void compareHeaders(Wire wire, Bindings bindings, List<String> differences) {
    for (String name : COMPARED) {
      compareHeader(
          name,
          Objects.requireNonNullElse(wire.head().get(name), USUAL.getOrDefault(name, "")),
          bindings,
          differences);
    }
    wire.head().forEach((name, value) -> compareHeader(name, value, bindings, differences));
  }

  private void compareHeader(
      String name, String recorded, Bindings bindings, List<String> differences) {
    String value = String.join(", ", headers.allValues(name));
    if (!bindings.matches(recorded, value)) {
      differences.add("%s: %s (expected: %s)".formatted(name, value, recorded));
    }
  }

  private void compareLines(List<String> recorded, List<String> differences) {
    if (recorded.isEmpty()) {
      return;
    }
    List<String> lines = new ArrayList<>(text.lines().toList());
    String last = lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    lines.retainAll(recorded);
    if (!lines.equals(recorded) || !last.equals(recorded.get(recorded.size() - 1))) {
      differences.add("lines: %s (expected: %s)".formatted(text, recorded));
    }
  }
}
