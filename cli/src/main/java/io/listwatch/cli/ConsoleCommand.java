package io.listwatch.cli;

import io.listwatch.client.ApiClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.config.Kubeconfig;
import io.listwatch.client.http.ApiRequest;
import io.listwatch.json.JsonPath;
import io.listwatch.model.ApiException;
import io.listwatch.model.NotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints a link that signs a browser in to the console once, and opens it. */
@Command(
    name = "console",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = {
      "Prints a link to the console of a running server, and opens it in the browser.",
      "The link works once, within a minute. It signs in as the user of the kubeconfig, for an"
          + " hour."
    })
final class ConsoleCommand implements Callable<Integer> {
  private static final JsonPath PATH = JsonPath.of("path");
  private static final JsonPath SECONDS = JsonPath.of("expiresInSeconds");

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DataOption data = new DataOption();

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "Kubeconfig of the user to sign in (default: the administrator's, in --data).")
  private @Nullable Path kubeconfig;

  @Option(names = "--no-open", description = "Print the link without opening it.")
  private boolean printOnly;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path file = kubeconfig == null ? data.kubeconfig() : kubeconfig;
    if (!Files.exists(file)) {
      throw new CommandFailure(
          "%s does not exist: start the server once, or name another with --kubeconfig"
              .formatted(file));
    }
    ClientConfig config = Kubeconfig.read(file).config();
    byte[] link = link(config);
    String url = config.server() + text(PATH, link);
    var out = spec.commandLine().getOut();
    out.println(url);
    out.println("The link works once, within %s s.".formatted(text(SECONDS, link)));
    if ("https".equals(config.server().getScheme())) {
      out.println("The browser must trust the server's certificate, see docs/console.md.");
    }
    out.flush();
    if (!printOnly) {
      open(url);
    }
    return 0;
  }

  private static byte[] link(ClientConfig config) throws InterruptedException {
    try (ApiClient client = ApiClient.of(config)) {
      return client.call(
          ApiRequest.of("POST", "/debug/listwatch/link")
              .body("{}".getBytes(StandardCharsets.UTF_8))
              .once());
    } catch (ApiException failure) {
      throw new CommandFailure(
          failure instanceof NotFoundException
              ? config.server() + " has no console (it was started with --console off)"
              : String.valueOf(failure.getMessage()),
          failure);
    }
  }

  private static String text(JsonPath path, byte[] json) {
    return String.valueOf(path.text(json, 0, json.length));
  }

  private void open(String url) {
    try {
      Process unused =
          new ProcessBuilder(opener(url))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException none) {
      spec.commandLine().getErr().println("listwatch: no browser to open: follow the link");
    }
  }

  private static List<String> opener(String url) {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    if (system.startsWith("windows")) {
      return List.of("rundll32", "url.dll,FileProtocolHandler", url);
    }
    return List.of(system.startsWith("mac") ? "open" : "xdg-open", url);
  }
}
