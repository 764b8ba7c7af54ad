package io.listwatch.client.config;

import io.listwatch.time.Timers;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A kubeconfig: clusters, users and contexts from one or several files. If a name occurs several
 * times the first entry wins, and so does the first current context.
 *
 * <p>Immutable.
 */
public final class Kubeconfig {
  private final String currentContext;
  private final Map<String, Entry> clusters;
  private final Map<String, Entry> users;
  private final Map<String, Entry> contexts;
  private final Timers timers;

  private Kubeconfig(List<Source> sources, Timers timers) {
    this.timers = timers;
    clusters = merge(sources, "clusters", "cluster");
    users = merge(sources, "users", "user");
    contexts = merge(sources, "contexts", "context");
    currentContext =
        sources.stream()
            .map(source -> source.document.text("current-context"))
            .filter(Predicate.not(String::isEmpty))
            .findFirst()
            .orElse("");
  }

  private static Map<String, Entry> merge(List<Source> sources, String list, String member) {
    var merged = new LinkedHashMap<String, Entry>();
    for (Source source : sources) {
      var own = new LinkedHashMap<String, Entry>();
      for (YamlMap item : source.document.maps(list)) {
        var entry = new Entry(item.map(member), source.directory);
        if (own.put(item.text("name"), entry) != null) {
          throw new IllegalArgumentException(
              "%s.name: '%s' (expected: a unique name)".formatted(item.place(), item.text("name")));
        }
      }
      own.forEach(merged::putIfAbsent);
    }
    return merged;
  }

  /**
   * Loads the files in {@code KUBECONFIG}, else {@code ~/.kube/config}. Missing files are skipped;
   * empty if there is none.
   */
  public static Optional<Kubeconfig> load() {
    return load(System.getenv(), Path.of(System.getProperty("user.home", ".")));
  }

  static Optional<Kubeconfig> load(Map<String, String> environment, Path home) {
    String named = environment.getOrDefault("KUBECONFIG", "");
    List<Path> files = new ArrayList<>();
    for (String file : named.split(File.pathSeparator, -1)) {
      if (!file.isEmpty()) {
        files.add(Path.of(file));
      }
    }
    if (named.isEmpty()) {
      files.add(home.resolve(".kube").resolve("config"));
    }
    files.removeIf(file -> !Files.exists(file));
    return files.isEmpty() ? Optional.empty() : Optional.of(read(files));
  }

  public static Kubeconfig read(Path file) {
    return read(List.of(file));
  }

  /** Reads and merges several files; paths in a file are relative to its directory. */
  public static Kubeconfig read(List<Path> files) {
    return new Kubeconfig(files.stream().map(Kubeconfig::source).toList(), Timers.system());
  }

  private static Source source(Path file) {
    try {
      Path parent = file.toAbsolutePath().getParent();
      YamlMap document = YamlMap.parse(file.toString(), Files.readString(file));
      return new Source(document, parent == null ? Path.of("") : parent);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }

  /** Parses a string; relative paths are relative to the working directory. */
  public static Kubeconfig parse(String yaml) {
    return parse(yaml, Timers.system());
  }

  static Kubeconfig parse(String yaml, Timers timers) {
    var source = new Source(YamlMap.parse("kubeconfig", yaml), Path.of(""));
    return new Kubeconfig(List.of(source), timers);
  }

  /** Returns the current context; empty if no file sets it. */
  public String currentContext() {
    return currentContext;
  }

  /** Returns the names of all contexts, in file order. */
  public Set<String> contexts() {
    return Collections.unmodifiableSet(contexts.keySet());
  }

  /**
   * Returns the configuration of the current context.
   *
   * @throws IllegalArgumentException if there is none, or if it is incomplete or wrong
   * @throws UncheckedIOException if an {@code exec} plug-in gets the cluster's certificate
   *     authorities and their file cannot be read
   */
  public ClientConfig config() {
    if (currentContext.isEmpty()) {
      throw new IllegalArgumentException(
          "current-context: none (expected: one of " + contexts.keySet() + ")");
    }
    return config(currentContext);
  }

  /** Returns the configuration of a context; throws what {@link #config()} throws. */
  public ClientConfig config(String context) {
    YamlMap chosen = require("context", contexts, context).values;
    Entry cluster = require("cluster", clusters, chosen.text("cluster"));
    String userName = chosen.text("user");
    Entry user =
        userName.isEmpty()
            ? new Entry(new YamlMap("user", Map.of()), Path.of(""))
            : require("user", users, userName);
    var namespace = chosen.text("namespace");
    return new KubeconfigEntries(cluster, user, timers)
        .config()
        .with(config -> config.namespace(namespace.isEmpty() ? "default" : namespace));
  }

  private static Entry require(String what, Map<String, Entry> all, String name) {
    Entry entry = all.get(name);
    if (entry == null) {
      throw new IllegalArgumentException(
          "%s: '%s' (expected: one of %s)".formatted(what, name, all.keySet()));
    }
    return entry;
  }

  private record Source(YamlMap document, Path directory) {}

  /** One cluster, user or context, with the directory for relative paths. */
  record Entry(YamlMap values, Path directory) {
    /** Resolves a path of the entry. */
    Path path(String text) {
      return directory.resolve(text);
    }
  }
}
