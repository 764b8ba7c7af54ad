package io.listwatch.client.config;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.tls.ClientIdentity;
import io.listwatch.client.tls.PemSource;
import io.listwatch.client.tls.TlsSettings;
import io.listwatch.time.Timers;
import java.net.URI;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts a cluster and a user of a {@link Kubeconfig} to a {@link ClientConfig}. */
final class KubeconfigEntries {
  private static final Logger log = LoggerFactory.getLogger(KubeconfigEntries.class);

  /** The cluster extension that is passed to exec plugins. */
  private static final String EXEC_EXTENSION = "client.authentication.k8s.io/exec";

  private final Kubeconfig.Entry cluster;
  private final Kubeconfig.Entry user;
  private final Timers timers;

  KubeconfigEntries(Kubeconfig.Entry cluster, Kubeconfig.Entry user, Timers timers) {
    this.cluster = cluster;
    this.user = user;
    this.timers = timers;
  }

  ClientConfig config() {
    TlsSettings tls = tls();
    boolean secure = !tls.equals(TlsSettings.DEFAULT);
    URI server = ServerAddress.parse(cluster.values().text("server"), secure);
    return ClientConfig.of(server)
        .with(
            config ->
                config
                    .tls(tls)
                    .credentials(credentials(server))
                    .impersonation(impersonation())
                    .compression(!cluster.values().flag("disable-compression")))
        .with(this::proxy);
  }

  /** Sends no credentials to a server without TLS, like client-go. */
  private Credentials credentials(URI server) {
    Credentials credentials = credentials();
    if (credentials != Credentials.NONE && !"https".equals(server.getScheme())) {
      log.warn("No credentials are sent to {}: the connection has no TLS", server);
      return Credentials.NONE;
    }
    return credentials;
  }

  /** {@code proxy-url} takes precedence over the environment. */
  private void proxy(ClientConfig.Builder config) {
    URI named = ServerAddress.parseProxy(cluster.values().text("proxy-url"));
    if (named == null) {
      config.proxyFromEnvironment();
    } else {
      config.proxy(named);
    }
  }

  private TlsSettings tls() {
    String name = cluster.values().text("tls-server-name");
    boolean insecure = cluster.values().flag("insecure-skip-tls-verify");
    PemSource authorities = pem(cluster, "certificate-authority");
    if (insecure && authorities != null) {
      throw new IllegalArgumentException(
          cluster.values().place()
              + ": insecure-skip-tls-verify and a certificate-authority (expected: one of the"
              + " two)");
    }
    return new TlsSettings(authorities, identity(), name.isEmpty() ? null : name, insecure);
  }

  private @Nullable ClientIdentity identity() {
    PemSource certificate = pem(user, "client-certificate");
    PemSource key = pem(user, "client-key");
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException(
          user.values().place() + ": a client certificate without its key, or the reverse");
    }
    return certificate == null || key == null ? null : new ClientIdentity(certificate, key);
  }

  /** Embedded data takes precedence over a file. */
  private static @Nullable PemSource pem(Kubeconfig.Entry entry, String name) {
    String data = entry.values().text(name + "-data");
    String file = entry.values().text(name);
    if (!data.isEmpty()) {
      return PemSource.of(decode(entry.values().place() + "." + name + "-data", data));
    }
    return file.isEmpty() ? null : PemSource.of(entry.path(file));
  }

  private static byte[] decode(String place, String data) {
    try {
      return Base64.getMimeDecoder().decode(data);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(place + ": cannot be decoded (expected: base64)", e);
    }
  }

  /** A token takes precedence over a password, and both over an exec plugin, as in client-go. */
  private Credentials credentials() {
    YamlMap values = user.values();
    String token = values.text("token");
    String file = values.text("tokenFile");
    String name = values.text("username");
    if (!file.isEmpty()) {
      return new TokenFile(user.path(file), token.isEmpty() ? null : token, timers);
    }
    if (!token.isEmpty()) {
      return Credentials.always(Credential.bearer(token));
    }
    if (!name.isEmpty()) {
      return Credentials.always(Credential.basic(name, values.text("password")));
    }
    if (values.has("exec")) {
      return new ExecPlugin(command(values.map("exec")), timers);
    }
    if (values.has("auth-provider")) {
      throw new IllegalArgumentException(
          "%s.auth-provider: %s (expected: exec, which has replaced it)"
              .formatted(values.place(), values.map("auth-provider").text("name")));
    }
    return Credentials.NONE;
  }

  private ExecCommand command(YamlMap exec) {
    if (exec.text("interactiveMode").equals("Always")) {
      throw new IllegalArgumentException(
          exec.place() + ".interactiveMode: Always (expected: Never or IfAvailable)");
    }
    Map<String, String> environment = new HashMap<>();
    exec.maps("env").forEach(each -> environment.put(each.text("name"), each.text("value")));
    return new ExecCommand(
        commandPath(exec.text("command")),
        exec.texts("args"),
        environment,
        exec.text("apiVersion"),
        exec.flag("provideClusterInfo") ? clusterInfo() : null,
        exec.text("installHint"));
  }

  /** A command with a slash is a path; others are looked up in PATH. */
  private String commandPath(String command) {
    return command.indexOf('/') < 0 ? command : user.path(command).toString();
  }

  private ObjectNode clusterInfo() {
    ObjectNode info = JsonNodeFactory.instance.objectNode();
    for (String name : List.of("server", "tls-server-name", "proxy-url")) {
      String text = cluster.values().text(name);
      if (!text.isEmpty()) {
        info.put(name, text);
      }
    }
    PemSource authorities = pem(cluster, "certificate-authority");
    if (authorities != null) {
      info.put("certificate-authority-data", authorities.read());
    }
    for (String name : List.of("insecure-skip-tls-verify", "disable-compression")) {
      if (cluster.values().flag(name)) {
        info.put(name, true);
      }
    }
    for (YamlMap extension : cluster.values().maps("extensions")) {
      if (extension.text("name").equals(EXEC_EXTENSION)) {
        info.set("config", extension.json("extension"));
      }
    }
    return info;
  }

  private Impersonation impersonation() {
    YamlMap values = user.values();
    Map<String, List<String>> extra = new HashMap<>();
    YamlMap given = values.map("as-user-extra");
    given.names().forEach(name -> extra.put(name, given.texts(name)));
    return new Impersonation(
        values.text("as"), values.text("as-uid"), values.texts("as-groups"), extra);
  }
}
