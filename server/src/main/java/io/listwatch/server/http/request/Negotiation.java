package io.listwatch.server.http.request;

import java.util.List;
import java.util.Optional;

/** Agrees with a client on the type of an answer that is there in several. */
public final class Negotiation {
  private Negotiation() {}

  /**
   * The type that the client likes best.
   *
   * @param accept what the client accepts; empty if it does not say
   * @param offered what there is; of those that are equally welcome, the first is taken
   */
  public static Optional<String> best(String accept, List<String> offered) {
    return MediaRange.parse(accept.isBlank() ? "*/*" : accept).stream()
        .flatMap(range -> offered.stream().filter(range::matches))
        .findFirst();
  }
}
