package io.listwatch.server.registry.discovery;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;

/** Writes JSON into memory. */
@FunctionalInterface
interface JsonWriting {
  JsonFactory FACTORY = new JsonFactory();

  void write(JsonGenerator out) throws IOException;

  /** Returns the bytes of an object with these members. */
  static byte[] object(JsonWriting members) {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
      out.writeStartObject();
      members.write(out);
      out.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  static void strings(JsonGenerator out, String name, Collection<String> values)
      throws IOException {
    out.writeArrayFieldStart(name);
    for (String value : values) {
      out.writeString(value);
    }
    out.writeEndArray();
  }

  /** Writes the array, unless it is empty. */
  static void stringsIfAny(JsonGenerator out, String name, Collection<String> values)
      throws IOException {
    if (!values.isEmpty()) {
      strings(out, name, values);
    }
  }
}
