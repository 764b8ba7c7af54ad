package io.listwatch.server.http.encoding;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Indents compact JSON while it passes through, in pieces of any size. Passes the result on at once
 * and in pieces, not byte by byte.
 */
public final class IndentingStream extends FilterOutputStream {
  private static final int STEP = 2;

  private final byte[] indented = new byte[8 * 1024];
  private int size;

  private int depth;
  private boolean inString;
  private boolean escaped;

  /**
   * True after an opening bracket, when it is not known yet whether the object or array is empty.
   */
  private boolean opened;

  public IndentingStream(OutputStream out) {
    super(out);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    for (int i = offset; i < offset + length; i++) {
      indent(bytes[i]);
    }
    passOn();
  }

  @Override
  public void write(int c) throws IOException {
    indent((byte) c);
    passOn();
  }

  private void indent(byte c) throws IOException {
    if (inString) {
      put(c);
      inString = escaped || c != '"';
      escaped = !escaped && c == '\\';
      return;
    }
    boolean closes = c == '}' || c == ']';
    if (closes) {
      depth--;
    }
    if (closes != opened) {
      newLine();
    }
    opened = c == '{' || c == '[';
    put(c);
    switch (c) {
      case '{', '[' -> depth++;
      case '"' -> inString = true;
      case ',' -> newLine();
      case ':' -> put((byte) ' ');
      default -> {}
    }
  }

  private void newLine() throws IOException {
    put((byte) '\n');
    for (int i = 0; i < depth * STEP; i++) {
      put((byte) ' ');
    }
  }

  private void put(byte c) throws IOException {
    if (size == indented.length) {
      passOn();
    }
    indented[size++] = c;
  }

  private void passOn() throws IOException {
    out.write(indented, 0, size);
    size = 0;
  }
}
