package io.listwatch.server.http;

import io.listwatch.server.http.encoding.YamlDocument;
import io.listwatch.server.http.request.Representation;
import java.io.IOException;
import java.io.OutputStream;

/** Writes JSON that exists already in the form that was agreed on. */
final class DocumentEncoding {
  private DocumentEncoding() {}

  static void write(byte[] json, Representation representation, OutputStream out)
      throws IOException {
    if (representation.format() == Representation.Format.YAML) {
      YamlDocument.write(json, out);
    } else {
      out.write(json);
    }
  }
}
