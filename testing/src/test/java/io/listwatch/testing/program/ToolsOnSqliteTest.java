package io.listwatch.testing.program;

import java.nio.file.Path;

final class ToolsOnSqliteTest extends ToolsContract {
  @Override
  protected Program serve(Path data) {
    return Program.serve(data, "--demo", "--tls-san", OWN_NAME);
  }
}
