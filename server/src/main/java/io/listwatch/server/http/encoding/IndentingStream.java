package io.listwatch.server.http.encoding;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Indents compact JSON for people as it passes through, in pieces of any size. */
public final class IndentingStream extends FilterOutputStream {
  private static final byte[] STEP = "  ".getBytes(US_ASCII);

  private int depth;
  private boolean inString;
  private boolean escaped;

  /** Whether something has just been opened, of which it is not known yet if it is empty. */
  private boolean opened;

  public IndentingStream(OutputStream out) {
    super(out);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    for (int i = offset; i < offset + length; i++) {
      write(bytes[i]);
    }
  }

  @Override
  public void write(int c) throws IOException {
    if (inString) {
      out.write(c);
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
    out.write(c);
    switch (c) {
      case '{', '[' -> depth++;
      case '"' -> inString = true;
      case ',' -> newLine();
      case ':' -> out.write(' ');
      default -> {}
    }
  }

  private void newLine() throws IOException {
    out.write('\n');
    for (int i = 0; i < depth; i++) {
      out.write(STEP);
    }
  }
}
