package io.listwatch.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;

/**
 * A raw HTTP/2 connection, which sends any frame. Its flow-control windows have the initial size
 * (65,535 bytes) and are never extended. So a client that stops reading has been sent exactly that
 * much, and no buffer of the operating system takes more.
 */
final class RawHttp2 implements AutoCloseable {
  /** The number of bytes that the server may send in total. */
  static final int WINDOW = 65_535;

  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int PRIORITY = 2;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GOAWAY = 7;
  static final int WINDOW_UPDATE = 8;
  static final int CONTINUATION = 9;
  static final int END_STREAM = 1;
  static final int END_HEADERS = 4;

  private static final int ACK = 1;

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;
  private int received;

  RawHttp2(Socket socket) {
    this.socket = socket;
    try {
      socket.setSoTimeout(60_000);
      in = new DataInputStream(socket.getInputStream());
      out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 1 << 16));
      out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
      send(SETTINGS, 0, 0, new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a request without a body, on the first stream. */
  void get(String path) {
    get(1, path);
  }

  /** Sends a request without a body. */
  void get(int stream, String path) {
    send(HEADERS, END_STREAM | END_HEADERS, stream, headers(path));
  }

  /** Sends a request without a body, for this media type, compressed with gzip if wanted. */
  void get(int stream, String path, String accept, boolean gzip) {
    var block = new ByteArrayOutputStream();
    block.writeBytes(headers(path));
    block.write(0x0f); // the name is that of entry 15 + 4: accept
    literal(block, 0x04, accept);
    if (gzip) {
      block.write(0x90); // accept-encoding: gzip, deflate
    }
    send(HEADERS, END_STREAM | END_HEADERS, stream, block.toByteArray());
  }

  /** Returns the header block of a GET. */
  static byte[] headers(String path) {
    return headers("GET", path);
  }

  static byte[] headers(String method, String path) {
    var block = new ByteArrayOutputStream();
    literal(block, 0x02, method); // :method
    block.write(0x86); // :scheme http
    literal(block, 0x04, path); // :path
    literal(block, 0x01, "127.0.0.1"); // :authority
    return block.toByteArray();
  }

  private static void literal(ByteArrayOutputStream block, int name, String value) {
    block.write(name);
    block.write(value.length());
    block.writeBytes(value.getBytes(US_ASCII));
  }

  /** Returns when the window is used up, so that nothing more can be sent. */
  void readUntilFull() {
    readData(WINDOW);
  }

  /** Returns when this number of bytes of bodies has arrived. */
  void readData(int bytes) {
    while (received < bytes) {
      read();
    }
  }

  /** Returns the number of bytes of bodies that were read. */
  int received() {
    return received;
  }

  /** Returns when some of a body has arrived. */
  void readSome() {
    int before = received;
    while (received == before) {
      read();
    }
  }

  /** Returns when the server has replied, and so has processed everything sent before. */
  void ping() {
    send(PING, 0, 0, new byte[8]);
    while (read() != PING) {}
  }

  /** Reads up to a frame of this type. Returns false if the connection ends before. */
  boolean readUntil(int type) {
    try {
      while (read() != type) {}
      return true;
    } catch (UncheckedIOException ended) {
      return false;
    }
  }

  /** Reads and drops a frame. Returns its type. */
  private int read() {
    try {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      in.readInt();
      in.skipNBytes(length);
      if (type == DATA) {
        received += length;
      } else if (type == SETTINGS && flags != ACK) {
        send(SETTINGS, ACK, 0, new byte[0]);
      }
      return type;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a frame at once. */
  void send(int type, int flags, int stream, byte[] payload) {
    write(type, flags, stream, payload);
    flush();
  }

  /** Writes a frame, which is sent with the next flush or when the buffer is full. */
  void write(int type, int flags, int stream, byte[] payload) {
    try {
      out.writeByte(payload.length >> 16);
      out.writeShort(payload.length);
      out.writeByte(type);
      out.writeByte(flags);
      out.writeInt(stream);
      out.write(payload);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void flush() {
    try {
      out.flush();
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
