package io.listwatch.server.http.page;

import java.util.Map;

/**
 * A file of {@link WebPages}.
 *
 * @param content must not be modified
 * @param etag identifies the content, with quotes
 * @param headers further response headers
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record WebFile(
    String contentType, byte[] content, String etag, Map<String, String> headers) {
  public WebFile {
    headers = Map.copyOf(headers);
  }
}
