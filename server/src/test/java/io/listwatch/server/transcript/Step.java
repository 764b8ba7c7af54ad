package io.listwatch.server.transcript;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One recorded exchange with kube-apiserver: the request and the response, with placeholders (see
 * {@link Bindings}) for values that differ in every run.
 *
 * @param name the behaviour that the step shows; empty if it only prepares others
 * @param path with its query
 * @param type the content type, if it was not plain JSON
 * @param agent the user agent, if it matters
 * @param send missing if there was no body
 * @param twice the paths of members that were sent more than once, which a tree cannot represent
 * @param answer the response body; missing if it was not recorded
 * @param whole true if that is the complete body, not a part of it
 * @param wire the parts that only an exchange over HTTP has
 */
public record Step(
    String name,
    String method,
    String path,
    String type,
    String agent,
    JsonValue send,
    List<String> twice,
    int code,
    JsonValue answer,
    boolean whole,
    List<String> warnings,
    Wire wire) {
  private static final String DEFAULT_AGENT = "wirediff";

  /** Returns the steps of a suite in their order. */
  public static List<Step> read(String suite) {
    try (InputStream in = Step.class.getResourceAsStream(suite + ".jsonl")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().map(line -> of(JsonTrees.read(line))).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Step of(JsonValue line) {
    boolean given = line.has("given");
    String[] request = line.path(given ? "given" : "do").asText().split(" ", 2);
    JsonValue part = line.path("part");
    return new Step(
        line.path("step").asText(),
        request[0],
        request[1],
        line.path("type").asText("application/json"),
        line.path("agent").asText(DEFAULT_AGENT),
        line.path("send"),
        texts(line.path("twice")),
        given ? (request[0].equals("POST") ? 201 : 200) : line.path("code").asInt(),
        part.isMissing() ? line.path("see") : part,
        part.isMissing(),
        texts(line.path("warn")),
        Wire.of(line));
  }

  static List<String> texts(JsonValue array) {
    var texts = new ArrayList<String>();
    array.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  /** The response of a server. */
  public record Response(int code, JsonValue body, List<String> warnings) {
    public static Response of(int code) {
      return new Response(code, JsonValue.MISSING, List.of());
    }
  }

  /** Returns the differences from the recorded response; empty if there are none. */
  public List<String> differences(Response given, Bindings bindings) {
    var differences = new ArrayList<String>();
    if (given.code() != code) {
      differences.add("code: %d (expected: %d)".formatted(given.code(), code));
    }
    if (!answer.isMissing()) {
      differences.addAll(new BodyComparison(bindings, whole).of(answer, given.body()));
    }
    List<String> expected = warnings.stream().map(bindings::resolve).toList();
    if (!given.warnings().equals(expected)) {
      differences.add("warnings: %s (expected: %s)".formatted(given.warnings(), expected));
    }
    return differences;
  }

  @Override
  public String toString() {
    return name.isEmpty() ? "given " + method + " " + path : name;
  }
}
