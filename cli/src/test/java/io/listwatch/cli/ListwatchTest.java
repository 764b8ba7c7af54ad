package io.listwatch.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.StorageTime;
import io.listwatch.storage.Key;
import io.listwatch.storage.StoredFormat;
import io.listwatch.storage.StoredValue;
import io.listwatch.storage.sqlite.SqliteStorage;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Output and exit codes of the commands, except for a running server. */
final class ListwatchTest {
  private static final Key KEY = Key.of("note");

  @TempDir private Path directory = Path.of("");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Listwatch.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private String data() {
    return directory.resolve("data").toString();
  }

  @Test
  void helpListsEveryCommand() {
    assertThat(run("--help")).isZero();

    assertThat(out.toString())
        .startsWith("Usage: listwatch ")
        .contains("  workloads ", "  console ")
        .contains("  serve ", "  kubeconfig ", "  validate ", "  backup ", "  restore ", "  check ")
        .contains("  authority ")
        .contains("  compact ", "  copy ", "  migrate ", "  kube-apiserver ", "  etcd ")
        .contains("  completion ", "  version ")
        .contains("listwatch serve --demo", "listwatch COMMAND --help");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "serve",
        "workloads",
        "console",
        "kubeconfig",
        "validate",
        "backup",
        "restore",
        "check",
        "authority",
        "compact",
        "copy",
        "migrate",
        "kube-apiserver",
        "etcd",
        "completion",
        "version"
      })
  void everyCommandHasHelp(String command) {
    assertThat(run(command, "--help")).isZero();

    assertThat(out.toString())
        .startsWith("Usage: listwatch " + command)
        .contains("-h, --help")
        .doesNotContain("rehearse");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void versionNamesProgramAndJava() {
    assertThat(run("version")).isZero();

    assertThat(out.toString()).startsWith("listwatch ").contains(" on Java " + Runtime.version());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sevre",
        "serve --bnid 127.0.0.1",
        "serve --port many",
        "serve --nodes -1",
        "serve --kubelet-networks 10.0.0.0",
        "serve --behaviors nowhere.yaml",
        "workloads --nodes 65536",
        "serve --port 65536",
        "serve --http-port -1",
        "serve --storage paper",
        "serve --history-revisions -1",
        "serve --history-minutes -1",
        "serve --bookmark-seconds 0",
        "serve --max-connections 0",
        "serve --cache-memory much",
        "serve --stored-format 3",
        "serve --storage-quota much",
        "serve --storage-quota 1Ki",
        "serve --storage-quota 99999999999Ti",
        "migrate --to 0",
        "serve --storage etcd",
        "serve --storage etcd --etcd-endpoints here",
        "serve --storage etcd --etcd-endpoints http://127.0.0.1:1 --etcd-prefix here",
        "serve --storage etcd --etcd-endpoints http://127.0.0.1:1 --history-minutes 0",
        "serve --storage memory --tls-cert some.pem",
        "copy --etcd-endpoints http://127.0.0.1:1",
        "copy --etcd-endpoints http://127.0.0.1:1 --from-data a --to-data b",
        "copy --etcd-endpoints http://127.0.0.1:1 --to-data b --etcd-user me",
        "backup",
        "restore one two",
        "completion fish",
        "kube-apiserver --secure-port 1",
        "kube-apiserver --etcd-servers here --tls-cert-file some.pem",
        "etcd --listen-client-urls https://127.0.0.1:1"
      })
  void explainsWrongCommandLineInOneLine(String line) {
    assertThat(run(words(line))).isEqualTo(64);

    assertThat(err.toString()).startsWith("listwatch: ").contains("(see listwatch").hasLineCount(1);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void printsHelpWithoutACommand() {
    assertThat(run()).isZero();

    assertThat(out.toString()).startsWith("Usage: listwatch ").contains("  serve ");
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sevre                       | unknown command 'sevre'. Did you mean 'serve'? (see listwatch --help)
          frobnicate                  | unknown command 'frobnicate' (see listwatch --help)
          serve --bnid 127.0.0.1      | unknown option '--bnid'. Did you mean '--bind'? (see listwatch serve --help)
          check now                   | unknown argument 'now' (see listwatch check --help)
          """)
  void suggestsSimilarCommandOrOption(String line, String expected) {
    assertThat(run(line.split(" ", -1))).isEqualTo(64);

    assertThat(err.toString()).isEqualTo("listwatch: " + expected + "\n");
  }

  @Test
  void listsTheValuesOfAnOptionInLowerCase() {
    run("serve", "--storage", "postgres");

    assertThat(err.toString()).contains("expected one of memory, sqlite, etcd but was 'postgres'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"serve --port 0", "restore backup"})
  void rejectsFileAsDataDirectory(String command) throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");

    assertThat(run((command + " --data " + file).split(" ", -1))).isEqualTo(1);
    assertThat(run((command + " --data " + file.resolve("below")).split(" ", -1))).isEqualTo(1);

    assertThat(err.toString().lines())
        .containsExactly(
            "listwatch: %s cannot be the data directory, because %s is a file: name another one"
                .formatted(file, file),
            "listwatch: %s cannot be the data directory, because %s is a file: name another one"
                .formatted(file.resolve("below"), file));
  }

  /** Commands that would create files get a temporary data directory. */
  private String[] words(String line) {
    boolean serves = line.startsWith("serve");
    return (serves ? line + " --data " + data() : line.replace("-data b", "-data " + data()))
        .split(" ");
  }

  @Test
  void namesKnownAuthorizationModes() {
    assertThat(run("serve", "--data", data(), "--authorization-mode", "Never")).isEqualTo(64);

    assertThat(err.toString())
        .contains(
            "--authorization-mode",
            "Never (expected: Node, RBAC, Webhook, AlwaysAllow, AlwaysDeny)");
  }

  @Test
  void rejectsAuthorizationModeThatIsGivenTwice() {
    assertThat(run("serve", "--data", data(), "--authorization-mode", "RBAC,AlwaysDeny,RBAC"))
        .isEqualTo(64);

    assertThat(err.toString())
        .contains("--authorization-mode: [RBAC, AlwaysDeny, RBAC] (expected: each mode once)");
  }

  @Test
  void namesProblemsOfAuthorizationFile() throws IOException {
    Path file = directory.resolve("authorization.yaml");
    Files.writeString(
        file,
        "{apiVersion: apiserver.config.k8s.io/v1, kind: AuthorizationConfiguration,"
            + " authorizers: [{type: RBAC, name: roles}]}");

    assertThat(
            run(
                "kube-apiserver",
                "--etcd-servers=http://127.0.0.1:1",
                "--cert-dir=" + directory,
                "--authorization-config=" + file))
        .isEqualTo(1);

    assertThat(err.toString())
        .contains(
            "--authorization-config: " + file,
            "authorizers[0].name: Invalid value: \"roles\": expected name rbac");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--authorization-config a --authorization-mode RBAC | --authorization-config can not be"
            + " specified when --authorization-mode or --authorization-webhook-* flags are defined",
        "--authorization-mode Webhook | authorization-mode Webhook's authorization config file not"
            + " passed",
        "--authorization-webhook-config-file a | cannot specify"
            + " --authorization-webhook-config-file without mode Webhook"
      })
  void rejectsInconsistentAuthorizationOptions(String options, String problem) {
    assertThat(run(("serve --port 0 --data " + data() + " " + options).split(" "))).isEqualTo(64);

    assertThat(err.toString()).contains(problem);
  }

  @Test
  void namesMissingFile() {
    assertThat(run("serve", "--data", data(), "--port", "0", "--token-file", "no-such.csv"))
        .isEqualTo(1);

    assertThat(err.toString()).isEqualTo("listwatch: no-such.csv: no such file\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"check", "authority check", "compact", "kubeconfig", "migrate"})
  void maintenanceCommandsCreateNoDatabase(String command) {
    assertThat(run((command + " --data " + data()).split(" "))).isEqualTo(1);

    assertThat(err.toString()).contains(data(), "--data").hasLineCount(1);
    assertThat(Path.of(data())).doesNotExist();
  }

  @Test
  void writesKubeconfigThatOnlyItsOwnerMayRead() throws IOException {
    Files.createDirectories(Path.of(data()));
    Files.writeString(Path.of(data(), "kubeconfig"), "server: here\n");
    Path file = directory.resolve("jane.kubeconfig");

    assertThat(run("kubeconfig", "--data", data(), "--output", file.toString())).isZero();

    assertThat(file).hasContent("server: here");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void kubeconfigOfAnotherUserHasDefaultNamespace() throws IOException {
    Files.createDirectories(Path.of(data()));
    Files.writeString(Path.of(data(), "kubeconfig"), "    server: https://127.0.0.1:6443\n");

    assertThat(run("kubeconfig", "--data", data(), "--user", "jane")).isZero();

    assertThat(out.toString())
        .contains("    cluster: listwatch\n    user: \"jane\"\n    namespace: default\n");
  }

  @Test
  void restoresBackup() {
    put("first");
    String backup = directory.resolve("backup").toString();

    assertThat(run("backup", "--data", data(), backup)).isZero();
    put("second");
    assertThat(run("restore", "--data", data(), backup)).isZero();

    assertThat(value()).contains("first");
    assertThat(out.toString()).contains("wrote " + backup, "restored " + backup);
  }

  @Test
  void checksAndCompactsDatabase() {
    put("first");

    assertThat(run("check", "--data", data())).isZero();
    assertThat(run("compact", "--data", data())).isZero();

    assertThat(out.toString())
        .startsWith("no damage found\n")
        .contains("compacted: versions before ");
    assertThat(value()).contains("first");
  }

  @Test
  void checkNamesDamagedObjects() {
    byte[] value = StoredValue.encode(StoredFormat.CHECKED, KEY, "{}".getBytes(UTF_8));
    value[value.length - 1] ^= 1;
    put(value);

    assertThat(run("check", "--data", data())).isEqualTo(1);

    assertThat(out.toString())
        .containsPattern("note at revision \\d+: value: checksum .* damaged")
        .contains("these objects are damaged");
  }

  @Test
  void authorityCheckListsObjectsThatTakeEffect() {
    put(
        "rbac.authorization.k8s.io/rolebindings/team/robot",
        """
        {"kind":"RoleBinding","apiVersion":"rbac.authorization.k8s.io/v1",
         "metadata":{"name":"robot","namespace":"team"}}\
        """);
    put(
        "rbac.authorization.k8s.io/clusterroles/view",
        """
        {"kind":"ClusterRole","apiVersion":"rbac.authorization.k8s.io/v1",
         "metadata":{"name":"view","labels":{"kubernetes.io/bootstrapping":"rbac-defaults"}}}\
        """);
    put("admissionregistration.k8s.io/validatingwebhookconfigurations/hook", "damaged");
    put("core/configmaps/team/other", "{}");

    assertThat(run("authority", "check", "--data", data())).isZero();

    assertThat(out.toString().lines())
        .containsExactly(
            "RoleBinding team/robot",
            "ValidatingWebhookConfiguration hook",
            "these take effect when the server starts: 1 roles and bindings, 1 webhook"
                + " configurations, 0 policies and their bindings, 0 quotas and limit ranges",
            "not listed: 1 bootstrap roles and bindings");
  }

  @Test
  void authorityCheckOfOtherObjectsFindsNothing() {
    put("core/configmaps/team/other", "{}");

    assertThat(run("authority", "check", "--data", data())).isZero();

    assertThat(out.toString()).isEqualTo("no stored object takes effect\n");
  }

  @Test
  void authorityCheckSaysWhatToDoIfDatabaseIsInUse() {
    put("first");

    try (var storage = SqliteStorage.open(Path.of(data()), new StorageTime(Timers.system()))) {
      assertThat(storage.get(KEY)).isPresent();
      assertThat(run("authority", "check", "--data", data())).isEqualTo(1);
    }

    assertThat(err.toString())
        .contains(data(), "in use by", "end that one, or choose another directory")
        .hasLineCount(1);
  }

  @Test
  void authorityWithoutACommandPrintsHelp() {
    assertThat(run("authority")).isZero();

    assertThat(out.toString()).startsWith("Usage: listwatch authority").contains("  check ");
  }

  @Test
  void migratesToFormat1AndBack() {
    put("{}");

    assertThat(run("migrate", "--data", data())).isZero();
    assertThat(out.toString()).contains("rewrote 1 objects in format 2");
    assertThat(value()).hasValueSatisfying(text -> assertThat(text).endsWith("{}").hasSize(8));

    assertThat(run("migrate", "--data", data(), "--to", "1")).isZero();
    assertThat(out.toString()).contains("rewrote 1 objects in format 1");
    assertThat(value()).contains("{}");
  }

  /** envtest reads the help text to find out which flags of older servers it may pass. */
  @Test
  void kubeApiserverHelpHasNoFlagsOfOldServers() {
    assertThat(run("kube-apiserver", "--help")).isZero();

    assertThat(out.toString()).contains("--secure-port").doesNotContain("--insecure-port");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh"})
  void completionScriptKnowsCommandsAndOptions(String shell) {
    assertThat(run("completion", shell)).isZero();

    assertThat(out.toString())
        .contains("serve", "--history-minutes", "kubeconfig")
        .contains("complete -F")
        .doesNotContain("--rehearse");
  }

  private void put(String text) {
    put(text.getBytes(UTF_8));
  }

  private void put(byte[] value) {
    put(KEY, value);
  }

  private void put(String key, String value) {
    put(Key.of(key), value.getBytes(UTF_8));
  }

  private void put(Key key, byte[] value) {
    try (var storage = SqliteStorage.open(Path.of(data()), new StorageTime(Timers.system()))) {
      assertThat(Stages.join(storage.put(key, value))).isPositive();
    }
  }

  private Optional<String> value() {
    try (var storage = SqliteStorage.open(Path.of(data()), new StorageTime(Timers.system()))) {
      return storage.get(KEY).map(entry -> new String(entry.value(), ISO_8859_1));
    }
  }
}
