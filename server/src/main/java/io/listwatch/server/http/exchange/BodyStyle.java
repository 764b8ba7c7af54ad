package io.listwatch.server.http.exchange;

import io.listwatch.server.http.encoding.IndentingStream;
import io.listwatch.server.http.request.Representation;
import java.io.IOException;
import java.io.OutputStream;

/** The layout of a response body. */
public enum BodyStyle {
  /** One line. */
  COMPACT,
  /** Indented for humans. */
  INDENTED,
  /** As the encoder writes it. */
  AS_IS;

  public static BodyStyle of(Representation representation) {
    if (representation.format() != Representation.Format.JSON) {
      return AS_IS;
    }
    return representation.pretty() ? INDENTED : COMPACT;
  }

  public OutputStream over(OutputStream out) {
    return this == INDENTED ? new IndentingStream(out) : out;
  }

  public void finish(OutputStream out) throws IOException {
    if (this == COMPACT) {
      out.write('\n');
    }
  }
}
