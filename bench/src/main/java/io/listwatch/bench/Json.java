package io.listwatch.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.model.ResourceVersion;
import java.io.ByteArrayOutputStream;
import java.util.List;

/** Builds lists and watch events from the bytes of objects, as a server does. */
final class Json {
  private Json() {}

  static byte[] list(List<byte[]> objects, ResourceVersion version) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(
        """
        {"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"%s"},"items":[\
        """
            .formatted(version)
            .getBytes(UTF_8));
    for (int i = 0; i < objects.size(); i++) {
      if (i > 0) {
        out.write(',');
      }
      out.writeBytes(objects.get(i));
    }
    out.writeBytes("]}".getBytes(UTF_8));
    return out.toByteArray();
  }

  static byte[] modified(byte[] object) {
    var out = new ByteArrayOutputStream(object.length + 32);
    out.writeBytes("{\"type\":\"MODIFIED\",\"object\":".getBytes(UTF_8));
    out.writeBytes(object);
    out.write('}');
    return out.toByteArray();
  }
}
