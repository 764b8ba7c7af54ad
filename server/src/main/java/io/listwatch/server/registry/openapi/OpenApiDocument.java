package io.listwatch.server.registry.openapi;

import io.listwatch.server.registry.EntityTag;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A document as it is sent, and the tag by which a client says that it has it already. What is kept
 * is compressed: there are many documents, they are long and asked for seldom, and nearly everyone
 * who asks accepts them as they are.
 */
public final class OpenApiDocument {
  private final byte[] gzip;
  private final int length;
  private final String etag;

  private OpenApiDocument(byte[] gzip, int length, String etag) {
    this.gzip = gzip;
    this.length = length;
    this.etag = etag;
  }

  static OpenApiDocument of(byte[] content) {
    return new OpenApiDocument(compress(content), content.length, EntityTag.of(content));
  }

  /** The same document in another form, known by the same tag. */
  OpenApiDocument as(byte[] otherForm) {
    return new OpenApiDocument(compress(otherForm), otherForm.length, etag);
  }

  private static byte[] compress(byte[] content) {
    var compressed = new ByteArrayOutputStream(content.length / 16 + 64);
    try (var out = new GZIPOutputStream(compressed)) {
      out.write(content);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return compressed.toByteArray();
  }

  /** How long it is when it is not compressed. */
  public int length() {
    return length;
  }

  /** As a client gets it that accepts gzip, shared by all who ask: to be read only. */
  public byte[] gzip() {
    return gzip;
  }

  /** As other clients get it. Takes a moment for a long one. */
  public byte[] content() {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
      return in.readNBytes(length);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Without the quotes that it has in a header. */
  public String etag() {
    return etag;
  }
}
