package io.listwatch.server.http.request;

import java.util.List;
import java.util.Optional;

/** Content negotiation between several offered media types. */
public final class Negotiation {
  private Negotiation() {}

  /**
   * Returns the offered type that the client prefers.
   *
   * @param accept the {@code Accept} header; empty if there is none
   * @param offered the available types; the first of equally preferred ones wins
   */
  public static Optional<String> best(String accept, List<String> offered) {
    return MediaRange.parse(accept.isEmpty() ? "*/*" : accept).stream()
        .flatMap(range -> offered.stream().filter(range::matches))
        .findFirst();
  }
}
