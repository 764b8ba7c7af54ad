package io.listwatch.following.facts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.listwatch.following.golang.GoFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A checkout of kubernetes/kubernetes. Finds its Go files and discovery documents.
 *
 * <p>Not thread-safe: caches the packages that it has read.
 */
public final class Checkout {
  private static final String STAGING = "staging/src";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Prefix of the import paths of packages outside of staging. */
  static final String OWN = "k8s.io/kubernetes/";

  private final Path root;
  private final Map<String, List<GoFile>> packages = new HashMap<>();

  private Checkout(Path root) {
    this.root = root;
  }

  /**
   * Opens a checkout.
   *
   * @throws IllegalArgumentException if the directory lacks a file that the tables need
   */
  public static Checkout open(Path root) {
    for (String needed : List.of("api/discovery/apis.json", STAGING + "/k8s.io/api", "pkg/apis")) {
      if (!Files.exists(root.resolve(needed))) {
        throw new IllegalArgumentException(
            "checkout: %s has no %s (expected: a checkout of kubernetes/kubernetes)"
                .formatted(root, needed));
      }
    }
    return new Checkout(root);
  }

  /** Reads a document below {@code api/discovery}. */
  JsonNode discovery(String name) {
    try {
      return JSON.readTree(root.resolve("api/discovery").resolve(name).toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean hasPackage(String path) {
    return Files.isDirectory(root.resolve(directory(path)));
  }

  /**
   * Returns the hand-written files of a package, such as {@code k8s.io/api/core/v1}; none if it is
   * absent.
   */
  List<GoFile> packageFiles(String path) {
    return packages.computeIfAbsent(
        path,
        absent ->
            files(directory(path), 1).stream()
                .map(file -> parse(file, GoFile.shortName(path)))
                .toList());
  }

  private static String directory(String path) {
    return path.startsWith(OWN) ? path.substring(OWN.length()) : STAGING + "/" + path;
  }

  /**
   * Returns the hand-written Go files below a directory, as paths in the checkout; none if it is
   * absent.
   */
  List<String> files(String directory, int depth) {
    Path start = root.resolve(directory);
    if (!Files.isDirectory(start)) {
      return List.of();
    }
    var found = new ArrayList<String>();
    try (Stream<Path> files = Files.walk(start, depth)) {
      files
          .map(file -> root.relativize(file).toString().replace('\\', '/'))
          .filter(Checkout::isHandWritten)
          .sorted()
          .forEach(found::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  private static boolean isHandWritten(String file) {
    return file.endsWith(".go")
        && !file.endsWith("_test.go")
        && !file.endsWith(".pb.go")
        && !file.endsWith("_generated.go")
        && !file.contains("/zz_generated.");
  }

  GoFile parse(String file, String packageName) {
    try {
      return GoFile.parse(file, packageName, Files.readString(root.resolve(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
