package io.listwatch.server.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;

/**
 * A request as bytes of HTTP/1.1.
 *
 * @param target path and query as they are sent
 * @param headers lines without their line ends
 * @param body each character is a byte
 */
record HostileRequest(String method, String target, List<String> headers, String body) {
  HostileRequest {
    headers = List.copyOf(headers);
  }

  /** Returns the bytes of the request, after which the server closes the connection. */
  byte[] bytes() {
    var head = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    headers.forEach(line -> head.append(line).append("\r\n"));
    head.append("Connection: close\r\nContent-Length: ").append(body.length()).append("\r\n\r\n");
    return (head + body).getBytes(ISO_8859_1);
  }

  @Override
  public String toString() {
    return new String(bytes(), ISO_8859_1);
  }
}
