package io.listwatch.server.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The responses with 5xx that kube-apiserver 1.36.4 gives to requests of {@link RequestGenerator},
 * each recorded with its exchange in {@code server-errors.txt}.
 *
 * @param messages the messages that are allowed, as patterns
 */
record ServerErrors(List<Pattern> messages) {
  /** Each exchange starts with a line {@code # <pattern of the message>}. */
  static ServerErrors recorded() {
    try (InputStream file = ServerErrors.class.getResourceAsStream("server-errors.txt")) {
      String text = new String(Objects.requireNonNull(file).readAllBytes(), UTF_8);
      return new ServerErrors(
          text.lines()
              .filter(line -> line.startsWith("# "))
              .map(line -> Pattern.compile(line.substring(2)))
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean contains(String response) {
    return messages.stream().anyMatch(each -> each.matcher(response).find());
  }
}
