package io.listwatch.client.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.tls.ClientIdentity;
import io.listwatch.client.tls.PemSource;
import io.listwatch.model.UnavailableException;
import io.listwatch.time.Timers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The command of an {@link ExecPlugin}, run without a terminal and for a bounded time.
 *
 * @param command a name or a path
 * @param environment variables added to those of this process
 * @param apiVersion of the {@code ExecCredential}
 * @param cluster cluster information passed to the command; null for none
 * @param hint {@code installHint}, for the error if the command is missing
 */
record ExecCommand(
    String command,
    List<String> arguments,
    Map<String, String> environment,
    String apiVersion,
    @Nullable ObjectNode cluster,
    String hint) {
  private static final List<String> VERSIONS =
      List.of("client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1");

  private static final Duration LONGEST = Duration.ofSeconds(60);

  /** Time between two reads of the output of a running command. */
  private static final Duration READ_PERIOD = Duration.ofMillis(20);

  private static final int MAX_OUTPUT = 1 << 20;
  private static final int MAX_COMPLAINT = 2048;
  private static final ObjectMapper JSON = new ObjectMapper();

  ExecCommand {
    if (!VERSIONS.contains(apiVersion)) {
      throw new IllegalArgumentException(
          "exec.apiVersion: '%s' (expected: one of %s)".formatted(apiVersion, VERSIONS));
    }
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
  }

  ExecPlugin.Issued run(Timers timers) throws InterruptedException {
    Path complaints = null;
    try {
      complaints = Files.createTempFile("listwatch_exec", ".txt");
      return read(output(complaints, timers));
    } catch (IOException e) {
      throw failure("cannot be run" + (hint.isEmpty() ? "" : "; " + hint.strip()), e);
    } finally {
      delete(complaints);
    }
  }

  private static void delete(@Nullable Path file) {
    if (file != null) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException leftBehind) {
        // Harmless: the file holds only the error output of the command, in the directory for
        // temporary files.
      }
    }
  }

  private byte[] output(Path complaints, Timers timers) throws IOException, InterruptedException {
    Process process = start(complaints);
    Timers.Timer limit = timers.schedule(LONGEST, () -> kill(process));
    try {
      process.getOutputStream().close();
      byte[] printed = outputUntilExit(process);
      int code = process.exitValue();
      if (code != 0) {
        throw failure("exited with code %d: %s".formatted(code, start(complaints, code)), null);
      }
      return printed;
    } finally {
      limit.cancel();
      kill(process);
    }
  }

  private Process start(Path complaints) throws IOException {
    var words = new ArrayList<String>();
    words.add(command);
    words.addAll(arguments);
    var builder = new ProcessBuilder(words).redirectError(complaints.toFile());
    builder.environment().putAll(environment);
    builder.environment().put("KUBERNETES_EXEC_INFO", info());
    return builder.start();
  }

  private String info() {
    ObjectNode info = JSON.createObjectNode().put("kind", "ExecCredential");
    ObjectNode spec = info.put("apiVersion", apiVersion).putObject("spec");
    spec.put("interactive", false);
    if (cluster != null) {
      spec.set("cluster", cluster);
    }
    return info.toString();
  }

  /**
   * Reads the output while the process runs, because a process that fills the pipe waits for a
   * reader. Returns when the process ends, even if a child process keeps the output open.
   */
  private byte[] outputUntilExit(Process process) throws IOException, InterruptedException {
    var printed = new ByteArrayOutputStream();
    while (!process.waitFor(READ_PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
      readAvailable(process.getInputStream(), printed);
    }
    readAvailable(process.getInputStream(), printed);
    return printed.toByteArray();
  }

  private void readAvailable(InputStream output, ByteArrayOutputStream printed) throws IOException {
    for (int size = output.available(); size > 0; size = output.available()) {
      printed.writeBytes(output.readNBytes(size));
      if (printed.size() > MAX_OUTPUT) {
        throw failure("printed more than %d bytes".formatted(MAX_OUTPUT), null);
      }
    }
  }

  /** Kills the process and its known descendants. */
  private static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static String start(Path complaints, int code) throws IOException {
    try (var in = Files.newInputStream(complaints)) {
      String text = new String(in.readNBytes(MAX_COMPLAINT), UTF_8).strip();
      return text.isEmpty() ? "no error output (%d)".formatted(code) : text;
    }
  }

  private ExecPlugin.Issued read(byte[] printed) throws IOException {
    JsonNode answer = JSON.readTree(printed);
    String kind = answer.path("kind").asText();
    String version = answer.path("apiVersion").asText();
    if (!kind.equals("ExecCredential") || !version.equals(apiVersion)) {
      throw failure(
          "printed '%.64s' of '%.64s' (expected: ExecCredential of %s)"
              .formatted(kind, version, apiVersion),
          null);
    }
    JsonNode status = answer.path("status");
    return new ExecPlugin.Issued(credential(status), expires(status));
  }

  private Credential credential(JsonNode status) {
    String token = status.path("token").asText();
    String certificate = status.path("clientCertificateData").asText();
    String key = status.path("clientKeyData").asText();
    if (certificate.isEmpty() != key.isEmpty()) {
      throw failure("printed a certificate without its key, or the reverse", null);
    }
    if (token.isEmpty() && key.isEmpty()) {
      throw failure("printed neither a token nor a certificate", null);
    }
    ClientIdentity identity =
        key.isEmpty()
            ? null
            : new ClientIdentity(
                PemSource.of(certificate.getBytes(UTF_8)), PemSource.of(key.getBytes(UTF_8)));
    try {
      return new Credential(token.isEmpty() ? null : "Bearer " + token, identity);
    } catch (IllegalArgumentException e) {
      throw failure("printed a token that cannot be sent: " + e.getMessage(), e);
    }
  }

  private @Nullable Instant expires(JsonNode status) {
    String text = status.path("expirationTimestamp").asText();
    try {
      return text.isEmpty() ? null : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw failure("printed the time '%.64s' (expected: RFC 3339)".formatted(text), e);
    }
  }

  private UnavailableException failure(String problem, @Nullable Exception cause) {
    String message = "credentials: the program " + command + " " + problem;
    return cause == null
        ? new UnavailableException(message)
        : new UnavailableException(message, cause);
  }
}
