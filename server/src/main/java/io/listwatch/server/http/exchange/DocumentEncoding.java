package io.listwatch.server.http.exchange;

import io.listwatch.server.http.encoding.ProtobufDocument;
import io.listwatch.server.http.encoding.YamlDocument;
import io.listwatch.server.http.request.Representation;
import java.io.IOException;
import java.io.OutputStream;

/** Writes existing JSON in the negotiated representation. */
public final class DocumentEncoding {
  private DocumentEncoding() {}

  public static void write(byte[] json, Representation representation, OutputStream out)
      throws IOException {
    switch (representation.format()) {
      case JSON -> out.write(json);
      case YAML -> YamlDocument.write(json, out);
      case PROTOBUF -> out.write(ProtobufDocument.of(json));
    }
  }
}
