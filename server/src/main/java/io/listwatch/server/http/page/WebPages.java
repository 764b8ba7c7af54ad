package io.listwatch.server.http.page;

import io.listwatch.server.http.exchange.DebugDocument;
import java.util.Map;
import java.util.Optional;

/**
 * Pages for browsers, such as the console, that another module adds. A server without one serves
 * none, and its port without TLS rejects every request that a web page sends.
 *
 * <p>The files are public: a browser that opens a page has no token yet, and the files are the same
 * for all users. The page requests its data like any other client, with the rights of its user.
 *
 * <p>Called by event loops, many at a time: it must not block.
 */
public interface WebPages extends AutoCloseable {
  /** Returns the path below which the files are, with a slash at both ends. */
  String root();

  /**
   * Returns a file.
   *
   * @param path the path below the root; empty for the root itself
   */
  Optional<WebFile> file(String path);

  /**
   * Exchanges the code of a one-time link for a token. Sent by a browser without credentials, as a
   * POST to {@code session} below the root with the header {@code x-listwatch-code}.
   *
   * @return JSON; empty if the code is unknown, used or too old
   */
  default Optional<String> signIn(String code) {
    return Optional.empty();
  }

  /** Returns further documents below {@code /debug/listwatch/}, by their names. */
  Map<String, DebugDocument> documents();

  /** Called once, when the server has stopped listening. */
  @Override
  void close();
}
