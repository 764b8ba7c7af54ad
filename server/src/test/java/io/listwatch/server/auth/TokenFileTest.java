package io.listwatch.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.time.ManualTimers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenFileTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualTimers timers = new ManualTimers();
  private final Path directory;

  TokenFileTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void findsUsersByToken() throws IOException {
    TokenFile tokens =
        TokenFile.open(
            write(
                """
                secret,ann,1,"admins,readers"
                other,bob,2,readers

                third,eve,3
                """),
            timers,
            Runnable::run);

    assertThat(tokens.user("secret"))
        .contains(new UserInfo("ann", "1", List.of("admins", "readers")));
    assertThat(tokens.user("other")).contains(new UserInfo("bob", "2", List.of("readers")));
    assertThat(tokens.user("third")).contains(new UserInfo("eve", "3", List.of()));
    assertThat(tokens.user("")).isEmpty();
    assertThat(tokens.user("secre")).isEmpty();
  }

  @Test
  void rereadsChangedFile() throws IOException {
    TokenFile tokens = TokenFile.open(write("secret,ann,1\n"), timers, Runnable::run);

    write("changed-secret,ann,1\n");
    timers.advance(SECOND);

    assertThat(tokens.user("secret")).isEmpty();
    assertThat(tokens.user("changed-secret")).isPresent();
  }

  @Test
  void checksTheFileAtMostOnceASecond() throws IOException {
    TokenFile tokens = TokenFile.open(write("secret,ann,1\n"), timers, Runnable::run);
    write("changed-secret,ann,1\n");

    timers.advance(SECOND.minusMillis(1));
    assertThat(tokens.user("secret")).isPresent();

    timers.advance(Duration.ofMillis(1));
    assertThat(tokens.user("secret")).isEmpty();
  }

  /** A lookup used to read the file, on the event loop of the request. */
  @Test
  void lookupDoesNotReadTheFile() throws IOException {
    Queue<Runnable> reader = new ArrayDeque<>();
    TokenFile tokens = TokenFile.open(write("secret,ann,1\n"), timers, reader::add);
    write("changed-secret,ann,1\n");

    timers.advance(SECOND);
    assertThat(tokens.user("secret")).isPresent();
    reader.remove().run();

    assertThat(tokens.user("secret")).isEmpty();
    assertThat(tokens.user("changed-secret")).isPresent();
  }

  @Test
  void keepsKnownTokensIfFileIsMalformedOrMissing() throws IOException {
    TokenFile tokens = TokenFile.open(write("secret,ann,1\n"), timers, Runnable::run);

    write("not a line\n");
    timers.advance(SECOND);
    assertThat(tokens.user("secret")).isPresent();

    Files.delete(directory.resolve("tokens"));
    timers.advance(SECOND);
    assertThat(tokens.user("secret")).isPresent();
  }

  @Test
  void errorNamesLineNumberButNotItsContent() throws IOException {
    Path file = write("secret,ann,1\nanother-secret,bob\n");

    assertThatThrownBy(() -> TokenFile.open(file, timers))
        .isInstanceOf(IOException.class)
        .hasMessage(file + ", line 2: malformed (expected: token,user,uid,\"group,group\")");
  }

  private Path write(String text) throws IOException {
    return Files.writeString(directory.resolve("tokens"), text);
  }
}
