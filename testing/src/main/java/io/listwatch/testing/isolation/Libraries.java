package io.listwatch.testing.isolation;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * Libraries that are unpacked inside one jar, each in its own directory below {@value #ROOT}.
 *
 * <p>Files are read in place, from a jar that the JVM has open anyway, and never copied.
 *
 * <p>Thread-safe.
 */
final class Libraries {
  static final String ROOT = "META-INF/listwatch/";

  private final JarFile jar;
  private final String location;

  /**
   * Library directories by the path of a package or folder that they contain, without a trailing
   * slash.
   */
  private final Map<String, List<String>> directories;

  private Libraries(JarFile jar, String location, Map<String, List<String>> directories) {
    this.jar = jar;
    this.location = location;
    this.directories = directories;
  }

  /**
   * Indexes the libraries of a jar.
   *
   * @param own the path of a package of the jar itself that counts as a library
   */
  static Libraries in(JarFile jar, URL location, String own) {
    var directories = new HashMap<String, List<String>>();
    directories.put(own, List.of(""));
    for (var entries = jar.entries(); entries.hasMoreElements(); ) {
      String name = entries.nextElement().getName();
      // Skips the entries of directories.
      if (name.startsWith(ROOT) && !name.endsWith("/")) {
        add(directories, name);
      }
    }
    return new Libraries(jar, "jar:" + location + "!/", directories);
  }

  private static void add(Map<String, List<String>> directories, String name) {
    int library = name.indexOf('/', ROOT.length());
    int folder = name.lastIndexOf('/');
    if (library < 0) {
      return;
    }
    String path = library < folder ? name.substring(library + 1, folder) : "";
    List<String> found = directories.computeIfAbsent(path, each -> new ArrayList<>(1));
    // The files of one library are consecutive entries.
    if (found.isEmpty() || !name.startsWith(found.get(found.size() - 1))) {
      found.add(name.substring(0, library + 1));
    }
  }

  /** True if a library has classes in the package, or files in the folder. */
  boolean has(String path) {
    return directories.containsKey(path);
  }

  /** Returns the content of the first file with this path, or null if there is none. */
  byte @Nullable [] read(String path) throws IOException {
    for (String directory : directoriesOf(path)) {
      ZipEntry entry = jar.getEntry(directory + path);
      if (entry != null) {
        try (InputStream content = jar.getInputStream(entry)) {
          return content.readAllBytes();
        }
      }
    }
    return null;
  }

  /** Returns the URLs of all files with this path. */
  List<String> find(String path) {
    return directoriesOf(path).stream()
        .filter(directory -> jar.getEntry(directory + path) != null)
        .map(directory -> location + directory + path)
        .toList();
  }

  private List<String> directoriesOf(String path) {
    int slash = path.lastIndexOf('/');
    return directories.getOrDefault(
        slash < 0 ? "" : path.substring(0, slash), Collections.emptyList());
  }
}
