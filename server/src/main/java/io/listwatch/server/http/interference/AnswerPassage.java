package io.listwatch.server.http.interference;

/** How much of the answer to a request arrives. What was asked for is done all the same. */
public enum AnswerPassage {
  /** All of it. */
  WHOLE,

  /** The beginning of its body; then the connection, or on HTTP/2 the stream, breaks. */
  HALF,

  /** Not even its status. */
  NOTHING
}
