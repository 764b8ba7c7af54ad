package io.listwatch.server.registry.openapi;

import io.listwatch.server.registry.EntityTag;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * An OpenAPI document with its ETag. Only the gzip form is kept: documents are many, long and
 * rarely requested, and almost every client accepts gzip.
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

  /** Returns the same document in another format, with the same ETag. */
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

  /** Returns the uncompressed length in bytes. */
  public int length() {
    return length;
  }

  /** Returns the gzip form. The array is shared by all callers and must not be modified. */
  public byte[] gzip() {
    return gzip;
  }

  /** Decompresses the document, for clients that do not accept gzip. Slow for a long document. */
  public byte[] content() {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
      return in.readNBytes(length);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Returns the ETag, without the quotes that it has in the header. */
  public String etag() {
    return etag;
  }
}
