package io.listwatch.server.compatibility;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The content of {@code reasons.txt}.
 *
 * @param parameters name, verbs, state and reason of each
 * @param paths path, state and reason of each
 * @param unenforced why objects of a resource have no effect, by resource
 */
record Reasons(
    List<Difference> differences,
    List<List<String>> parameters,
    List<List<String>> paths,
    Map<String, String> unenforced) {
  static Reasons read() {
    var reasons =
        new Reasons(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new HashMap<>());
    try (InputStream in = Reasons.class.getResourceAsStream("reasons.txt")) {
      new String(Objects.requireNonNull(in).readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .forEach(reasons::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return reasons;
  }

  private void add(String line) {
    String[] halves = line.split(" \\|", 2);
    String why = halves[1].strip();
    String[] words = halves[0].split(" ");
    int last = words.length - 1;
    switch (words[0]) {
      case "parameter" ->
          parameters.add(
              List.of(
                  words[1],
                  String.join(" ", List.of(words).subList(2, last)).replace(",", ", "),
                  words[last],
                  why));
      case "unenforced" -> unenforced.put(words[1], why);
      case "path" -> paths.add(List.of(words[1], words[2], why));
      default ->
          differences.add(new Difference(words[0], words[1], List.of(words[2].split(",")), why));
    }
  }

  /** Returns the difference of a verb from kube-apiserver; empty if there is none. */
  Optional<Difference> of(String resource, String verb) {
    return differences.stream()
        .filter(each -> each.resource.equals(resource))
        .filter(each -> each.verbs.contains("*") || each.verbs.contains(verb))
        .findFirst();
  }

  /** A difference of some verbs of a resource or subresource from kube-apiserver. */
  record Difference(String state, String resource, List<String> verbs, String why) {}
}
