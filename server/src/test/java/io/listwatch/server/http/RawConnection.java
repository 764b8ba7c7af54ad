package io.listwatch.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A raw HTTP/1.1 connection to a server. */
final class RawConnection implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;

  RawConnection(Socket socket) {
    this.socket = socket;
    try {
      socket.setSoTimeout(60_000);
      in = new BufferedInputStream(socket.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  RawConnection send(String text) {
    try {
      socket.getOutputStream().write(text.getBytes(ISO_8859_1));
      socket.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** Sends a request without a body. */
  RawConnection get(String path, String... headers) {
    var request = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    for (int i = 0; i < headers.length; i += 2) {
      request.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
    }
    return send(request + "\r\n");
  }

  /** Reads the status line and the headers, in lower case, one per line. */
  String head() {
    var head = new StringBuilder();
    for (String line = line(); !line.isEmpty(); line = line()) {
      head.append(line.toLowerCase(Locale.ROOT)).append('\n');
    }
    return head.toString();
  }

  String line() {
    var line = new ByteArrayOutputStream();
    for (int c = read(); c != '\n'; c = read()) {
      if (c < 0) {
        return line.toString(ISO_8859_1);
      }
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toString(ISO_8859_1);
  }

  private int read() {
    try {
      return in.read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** True if the server has sent nothing that was not read. */
  boolean isSilent() {
    try {
      return in.available() == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a body with the length that the head declares. */
  String body(String head) {
    String length = head.replaceFirst("(?s).*content-length: (\\d+).*", "$1");
    try {
      return new String(in.readNBytes(Integer.parseInt(length)), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads one chunk of the body; empty for the last one. */
  String chunk() {
    int length = Integer.parseInt(line(), 16);
    try {
      byte[] chunk = in.readNBytes(length);
      line();
      return new String(chunk, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads this number of lines of the body, from as many chunks as needed. */
  List<String> lines(int count) {
    var lines = new ArrayList<String>();
    while (lines.size() < count) {
      lines.addAll(chunk().lines().toList());
    }
    return lines;
  }

  /** Reads to the end of the connection. */
  String rest() {
    try {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
