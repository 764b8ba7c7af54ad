package io.listwatch.server.http.encoding;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.io.IOException;
import java.io.OutputStream;

/** Converts JSON to YAML. */
public final class YamlDocument {
  private YamlDocument() {}

  public static void write(byte[] json, OutputStream out) throws IOException {
    new YamlWriter(out).document(parse(json));
  }

  static JsonValue parse(byte[] json) {
    return JsonTrees.read(json);
  }
}
