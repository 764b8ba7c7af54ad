package io.listwatch.testing.program;

import static io.listwatch.storage.Waiting.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs kubectl against a server as its administrator. */
final class Kubectl {
  private final String program;
  private final Path kubeconfig;
  private final Path directory;

  /**
   * @param directory for manifests and kubectl's cache
   */
  Kubectl(Path kubeconfig, Path directory) {
    this("kubectl", kubeconfig, directory);
  }

  /**
   * @param program one of several kubectl versions
   */
  Kubectl(String program, Path kubeconfig, Path directory) {
    this.program = program;
    this.kubeconfig = kubeconfig;
    this.directory = directory;
  }

  /** Returns the standard output. Fails if kubectl fails. */
  String run(String... arguments) {
    return Command.run(words(arguments));
  }

  /** Returns the error output. Fails if kubectl succeeds. */
  String fail(String... arguments) {
    try (var command = start(arguments)) {
      if (command.awaitEnd() == 0) {
        throw new AssertionError("succeeded: " + command.out().awaitEnd());
      }
      return command.errors().awaitEnd();
    }
  }

  /** Returns the standard and the error output. Fails if kubectl succeeds. */
  String failWithAllOutput(String... arguments) {
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

  /** Creates the objects of a manifest. */
  String create(String manifest) {
    return run(onFile("create", manifest));
  }

  /** Waits until a definition is established and then, a moment later, served. */
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

  /** Applies a manifest, client-side or server-side as the options say. */
  String apply(String manifest, String... options) {
    return run(onFile("apply", manifest, options));
  }

  /** Applies a manifest and returns the error output. Fails if kubectl succeeds. */
  String failToApply(String manifest, String... options) {
    return fail(onFile("apply", manifest, options));
  }

  private String[] onFile(String verb, String manifest, String... options) {
    var words = new ArrayList<>(List.of(verb, "-f", file(manifest)));
    words.addAll(List.of(options));
    return words.toArray(String[]::new);
  }

  /** Writes a manifest to a file and returns the file's name. */
  String file(String manifest) {
    try {
      Path file = Files.createTempFile(directory, "manifest", ".yaml");
      Files.writeString(file, manifest);
      return file.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs {@code kubectl edit} with a sed script as the editor. */
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
