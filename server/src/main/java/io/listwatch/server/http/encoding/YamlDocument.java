package io.listwatch.server.http.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;

/** JSON written again as YAML. */
public final class YamlDocument {
  private static final ObjectMapper JSON = new ObjectMapper();

  private YamlDocument() {}

  public static void write(byte[] json, OutputStream out) throws IOException {
    new YamlWriter(out).document(parse(json));
  }

  static JsonNode parse(byte[] json) throws IOException {
    return JSON.readTree(json);
  }
}
