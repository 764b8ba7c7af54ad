package io.listwatch.server.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.x509.Identity;
import io.listwatch.objects.x509.Pem;
import io.listwatch.objects.yaml.MalformedYamlException;
import io.listwatch.objects.yaml.YamlText;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The kubeconfig of a webhook, as kube-apiserver's flags name it. The cluster of its current
 * context is the webhook, and the user is this server.
 *
 * @param caBundle PEM in base64; empty for the machine's trusted authorities
 * @param serverName the name that the webhook's certificate must have
 * @param client the client certificate; null for none
 * @param authorization the {@code Authorization} header; empty for none
 */
public record WebhookKubeconfig(
    URI url, String caBundle, String serverName, @Nullable Identity client, String authorization) {
  /**
   * Reads a file.
   *
   * @throws IOException if it, or a file that it names, cannot be read or is malformed
   */
  public static WebhookKubeconfig read(Path file) throws IOException {
    try {
      return new Reader(file).read();
    } catch (MalformedYamlException | MalformedJsonException | IllegalArgumentException malformed) {
      throw new IOException("%s: %s".formatted(file, malformed.getMessage()), malformed);
    }
  }

  /** Omits the secrets. */
  @Override
  public String toString() {
    return url.toString();
  }

  private static final class Reader {
    private final Path file;
    private final JsonValue config;

    Reader(Path file) throws IOException {
      this.file = file;
      this.config = JsonTrees.read(YamlText.toJson(Files.readString(file)));
    }

    WebhookKubeconfig read() throws IOException {
      JsonValue context =
          named("contexts", config.path("current-context").asText()).path("context");
      JsonValue cluster = named("clusters", context.path("cluster").asText()).path("cluster");
      String userName = context.path("user").asText();
      JsonValue user =
          userName.isEmpty() ? JsonValue.MISSING : named("users", userName).path("user");
      URI url = URI.create(cluster.path("server").asText());
      if (url.getHost() == null
          || !("https".equals(url.getScheme()) || "http".equals(url.getScheme()))) {
        throw new IllegalArgumentException(
            "server: %s (expected: https://HOST/PATH)".formatted(url));
      }
      if (cluster.path("insecure-skip-tls-verify").asBoolean()) {
        throw new IllegalArgumentException(
            "insecure-skip-tls-verify: true (expected: certificate-authority)");
      }
      String name = cluster.path("tls-server-name").asText();
      return new WebhookKubeconfig(
          url,
          bytes(cluster, "certificate-authority"),
          name.isEmpty() ? url.getHost() : name,
          client(user),
          authorization(user));
    }

    /** Returns an entry of a list; a file without a current context may have one entry. */
    private JsonValue named(String list, String name) {
      JsonValue entries = config.path(list);
      for (JsonValue each : entries) {
        if (each.path("name").asText().equals(name)) {
          return each;
        }
      }
      if (name.isEmpty() && entries.size() == 1) {
        return entries.path(0);
      }
      throw new IllegalArgumentException("%s: no entry %s".formatted(list, name));
    }

    /** Returns a file's content, or its inline form, in base64; empty if there is neither. */
    private String bytes(JsonValue from, String name) throws IOException {
      String inline = from.path(name + "-data").asText();
      String path = from.path(name).asText();
      return !inline.isEmpty() || path.isEmpty()
          ? inline
          : Base64.getEncoder().encodeToString(Files.readAllBytes(resolved(path)));
    }

    private Path resolved(String path) {
      return file.resolveSibling(path);
    }

    private @Nullable Identity client(JsonValue user) throws IOException {
      String certificate = bytes(user, "client-certificate");
      String key = bytes(user, "client-key");
      if (certificate.isEmpty() && key.isEmpty()) {
        return null;
      }
      return Pem.identity(text(key), text(certificate));
    }

    private static String text(String base64) {
      return new String(Base64.getDecoder().decode(base64), UTF_8);
    }

    private String authorization(JsonValue user) throws IOException {
      String token = user.path("token").asText();
      String tokenFile = user.path("tokenFile").asText();
      if (token.isEmpty() && !tokenFile.isEmpty()) {
        token = Files.readString(resolved(tokenFile)).trim();
      }
      if (!token.isEmpty()) {
        return "Bearer " + token;
      }
      String name = user.path("username").asText();
      String login = name + ":" + user.path("password").asText();
      return name.isEmpty()
          ? ""
          : "Basic " + Base64.getEncoder().encodeToString(login.getBytes(UTF_8));
    }
  }
}
