package io.listwatch.cli;

import java.io.PrintWriter;
import java.util.function.Consumer;

/**
 * Where a command says how far it is: on a terminal one line that is written over, elsewhere a line
 * each. The launcher knows whether it is a terminal.
 */
final class ProgressLine implements Consumer<String>, AutoCloseable {
  private static final String TERMINAL = "listwatch.terminal";
  private static final String BACK = "\r";
  private static final String CLEAR = "\u001b[K";

  private final PrintWriter out;
  private final boolean terminal = Boolean.getBoolean(TERMINAL);
  private boolean written;

  ProgressLine(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void accept(String line) {
    if (terminal) {
      out.print(BACK + line + CLEAR);
    } else {
      out.println(line);
    }
    out.flush();
    written = true;
  }

  /** Leaves the line to whoever writes next. */
  @Override
  public void close() {
    if (written && terminal) {
      out.print(BACK + CLEAR);
      out.flush();
    }
  }
}
