package io.listwatch.server.http.interference;

/** The part of a response that arrives. The request itself is always carried out. */
public enum DeliveredPart {
  WHOLE,

  /** The start of its body. Then the connection, or on HTTP/2 the stream, breaks. */
  HALF,

  /** Not even its status line. */
  NOTHING
}
