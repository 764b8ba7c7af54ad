package io.listwatch.testing.program;

import static io.listwatch.storage.Waiting.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** kubectl, speaking to a server as its administrator. */
final class Kubectl {
  private final String program;
  private final Path kubeconfig;
  private final Path directory;

  /**
   * A kubectl of its own.
   *
   * @param directory for what it is given and what it remembers
   */
  Kubectl(Path kubeconfig, Path directory) {
    this("kubectl", kubeconfig, directory);
  }

  /** The same of one version among several. */
  Kubectl(String program, Path kubeconfig, Path directory) {
    this.program = program;
    this.kubeconfig = kubeconfig;
    this.directory = directory;
  }

  /** What it prints. Fails if it does. */
  String run(String... arguments) {
    return Command.run(words(arguments));
  }

  /** What it complains of. Fails if it does not. */
  String fail(String... arguments) {
    try (var command = start(arguments)) {
      if (command.awaitEnd() == 0) {
        throw new AssertionError("succeeded: " + command.out().awaitEnd());
      }
      return command.errors().awaitEnd();
    }
  }

  /** All that it says, where it is expected to say no. */
  String refuse(String... arguments) {
    try (var command = start(arguments)) {
      if (command.awaitEnd() == 0) {
        throw new AssertionError("succeeded: " + command.out().awaitEnd());
      }
      return command.out().awaitEnd() + command.errors().awaitEnd();
    }
  }

  Command start(String... arguments) {
    return Command.start(words(arguments));
  }

  /** Creates what a manifest says. */
  String create(String manifest) {
    return run(onFile("create", manifest));
  }

  /** Waits until a definition is established and, which comes a moment later, served. */
  void awaitServed(String definition, String version) {
    run("wait", "crd/" + definition, "--for", "condition=Established", "--timeout", "120s");
    int dot = definition.indexOf('.');
    String group = "/apis/%s/%s/".formatted(definition.substring(dot + 1), version);
    String objects = group + definition.substring(0, dot);
    await().alias("served: " + objects).until(() -> succeeds("get", "--raw", objects));
  }

  private boolean succeeds(String... arguments) {
    try (var command = start(arguments)) {
      return command.awaitEnd() == 0;
    }
  }

  /** Applies a manifest, on the server or not, as the options say. */
  String apply(String manifest, String... options) {
    return run(onFile("apply", manifest, options));
  }

  /** What it complains of when it applies a manifest. Fails if it does not. */
  String failToApply(String manifest, String... options) {
    return fail(onFile("apply", manifest, options));
  }

  private String[] onFile(String verb, String manifest, String... options) {
    var words = new ArrayList<>(List.of(verb, "-f", file(manifest)));
    words.addAll(List.of(options));
    return words.toArray(String[]::new);
  }

  /** The name of a file with a manifest in it. */
  String file(String manifest) {
    try {
      Path file = Files.createTempFile(directory, "manifest", ".yaml");
      Files.writeString(file, manifest);
      return file.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Edits objects, with sed for an editor. */
  String edit(String script, String... objects) {
    var words = new ArrayList<>(List.of("env", "KUBE_EDITOR=sed -i '%s'".formatted(script)));
    words.addAll(words("edit"));
    words.addAll(List.of(objects));
    return Command.run(words);
  }

  private List<String> words(String... arguments) {
    var words = new ArrayList<>(List.of(program, "--kubeconfig", kubeconfig.toString()));
    words.addAll(List.of("--cache-dir", directory.resolve("cache").toString()));
    words.addAll(List.of("--request-timeout", "120s"));
    words.addAll(List.of(arguments));
    return words;
  }
}
