package io.listwatch.cli;

import io.listwatch.objects.x509.Identity;
import io.listwatch.server.auth.CertificateDirectory;
import io.listwatch.server.auth.Kubeconfig;
import io.listwatch.server.auth.PrivateFiles;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints a kubeconfig: the administrator's, or one for another user. */
@Command(
    name = "kubeconfig",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = "Prints the administrator's kubeconfig, or one for another user.")
final class KubeconfigCommand implements Callable<Integer> {
  private static final Pattern SERVER = Pattern.compile("(?m)^ +server: (\\S+)$");

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DataOption data = new DataOption();

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description =
          "Issue a client certificate for this user, instead of the administrator. The kubeconfig"
              + " has the user NAME and the context NAME@listwatch.")
  private @Nullable String user;

  @Option(
      names = "--group",
      paramLabel = "NAME",
      description = "Group of the user; may be repeated.")
  private List<String> groups = List.of();

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "365",
      description = "Validity of the certificate in days (default: ${DEFAULT-VALUE}).")
  private int days = 365;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Write to this file, which only its owner may read, instead of printing.")
  private @Nullable Path output;

  @Override
  public Integer call() throws IOException {
    if (!Files.exists(data.kubeconfig())) {
      throw new CommandFailure(
          "%s does not exist: start the server once, or set its data directory with --data"
              .formatted(data.kubeconfig()));
    }
    String administrator = Files.readString(data.kubeconfig());
    String text = user == null ? administrator : issue(administrator, user);
    if (output != null) {
      PrivateFiles.write(output.toAbsolutePath(), text);
    } else {
      spec.commandLine().getOut().print(text);
      spec.commandLine().getOut().flush();
    }
    return 0;
  }

  private String issue(String administrator, String name) throws IOException {
    var server = SERVER.matcher(administrator);
    if (!server.find()) {
      throw new CommandFailure(data.kubeconfig() + ": no server (expected: a line with server:)");
    }
    Timers timers = Timers.system();
    var authority = CertificateDirectory.open(data.certificates(), timers).authority();
    Identity identity = authority.issueClient(name, groups, timers.now(), Duration.ofDays(days));
    return Kubeconfig.inNamespace(
        Kubeconfig.forUser(name, server.group(1), authority, identity), "default");
  }
}
