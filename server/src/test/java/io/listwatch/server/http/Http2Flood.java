package io.listwatch.server.http;

import static io.listwatch.server.http.RawHttp2.CONTINUATION;
import static io.listwatch.server.http.RawHttp2.DATA;
import static io.listwatch.server.http.RawHttp2.END_HEADERS;
import static io.listwatch.server.http.RawHttp2.END_STREAM;
import static io.listwatch.server.http.RawHttp2.GOAWAY;
import static io.listwatch.server.http.RawHttp2.HEADERS;
import static io.listwatch.server.http.RawHttp2.PING;
import static io.listwatch.server.http.RawHttp2.RST_STREAM;
import static io.listwatch.server.http.RawHttp2.SETTINGS;
import static io.listwatch.server.http.RawHttp2.WINDOW_UPDATE;
import static io.listwatch.server.http.TestServer.CONFIG_MAPS;

import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;

/** Endless frames of HTTP/2 that cause work or memory. The server closes the connection. */
enum Http2Flood {
  /** Rapid reset (CVE-2023-44487). */
  RESETS {
    @Override
    void write(RawHttp2 client, int i) {
      client.write(HEADERS, END_STREAM | END_HEADERS, 2 * i + 1, watch());
      client.write(RST_STREAM, 0, 2 * i + 1, new byte[] {0, 0, 0, 8});
    }
  },
  /** MadeYouReset (CVE-2025-55163): an illegal frame makes the server reset the stream. */
  RESETS_BY_SERVER {
    @Override
    void write(RawHttp2 client, int i) {
      client.write(HEADERS, END_STREAM | END_HEADERS, 2 * i + 1, watch());
      client.write(WINDOW_UPDATE, 0, 2 * i + 1, new byte[4]);
    }
  },
  /** CVE-2019-9512, if the client does not read: Armeria's codec queued replies without limit. */
  PINGS {
    @Override
    void write(RawHttp2 client, int i) {
      client.write(PING, 0, 0, new byte[8]);
    }
  },
  /** CVE-2019-9515, if the client does not read. */
  SETTINGS_FRAMES {
    @Override
    void write(RawHttp2 client, int i) {
      client.write(SETTINGS, 0, 0, NONE);
    }
  },
  /** A body of which each byte is a frame of its own. */
  SHORT_DATA {
    @Override
    void write(RawHttp2 client, int i) {
      if (i == 0) {
        client.write(HEADERS, END_HEADERS, 1, RawHttp2.headers("POST", CONFIG_MAPS));
      }
      client.write(DATA, 0, 1, new byte[] {' '});
    }
  },
  /** Sizes of the header table, each of which is queued for the next response. */
  TABLE_SIZES {
    @Override
    void write(RawHttp2 client, int i) {
      client.write(SETTINGS, 0, 0, new byte[] {0, 1, 0, 0, 0, (byte) (i % 100)});
    }
  },
  /** Responses without a body, which no window limits, if the client does not read. */
  RESPONSES_WITHOUT_BODY {
    @Override
    void write(RawHttp2 client, int i) {
      client.write(HEADERS, END_STREAM | END_HEADERS, 2 * i + 1, HEAD);
    }
  },
  HEADERS_WITHOUT_END {
    @Override
    void write(RawHttp2 client, int i) {
      if (i == 0) {
        client.write(HEADERS, END_STREAM, 1, RawHttp2.headers(CONFIG_MAPS));
      }
      client.write(CONTINUATION, 0, 1, FIELDS);
    }
  },
  EMPTY_CONTINUATIONS {
    @Override
    void write(RawHttp2 client, int i) {
      if (i == 0) {
        client.write(HEADERS, END_STREAM, 1, RawHttp2.headers(CONFIG_MAPS));
      }
      client.write(CONTINUATION, 0, 1, NONE);
    }
  },
  EMPTY_DATA {
    @Override
    void write(RawHttp2 client, int i) {
      if (i == 0) {
        client.write(HEADERS, END_HEADERS, 1, RawHttp2.headers(CONFIG_MAPS));
      }
      client.write(DATA, 0, 1, NONE);
    }
  };

  /** More frames than any limit allows. */
  private static final int FLOOD = 1_000_000;

  private static final byte[] NONE = {};

  private static final byte[] HEAD = RawHttp2.headers("HEAD", "/livez");

  /** A fragment of a header block. */
  private static final byte[] FIELDS = literals(16_000);

  /** Writes the next frames. */
  abstract void write(RawHttp2 client, int i);

  /** Sends frames until the server closes the connection. Returns false if it does not. */
  boolean endsConnection(RawHttp2 client) {
    try {
      for (int i = 0; i < FLOOD; i++) {
        write(client, i);
      }
      client.flush();
    } catch (UncheckedIOException closed) {
      return true;
    }
    return client.readUntil(GOAWAY);
  }

  private static byte[] watch() {
    return RawHttp2.headers(CONFIG_MAPS + "?watch=1");
  }

  /** Returns header fields with a name and a value of one character each. */
  private static byte[] literals(int length) {
    var block = new ByteArrayOutputStream();
    while (block.size() + 5 <= length) {
      block.writeBytes(new byte[] {0x10, 1, 'x', 1, 'y'});
    }
    return block.toByteArray();
  }
}
