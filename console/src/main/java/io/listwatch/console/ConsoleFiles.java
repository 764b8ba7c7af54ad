package io.listwatch.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.server.http.page.WebFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The files of the page, read once from the jar.
 *
 * <p>The start page names the other files below a path that changes with their content, so that a
 * browser requests them once. They are also served by their plain names.
 */
final class ConsoleFiles {
  /** All files of the page. No other resource can be requested. */
  static final List<String> NAMES =
      List.of(
          "index.html",
          "style.css",
          "icon.svg",
          "main.js",
          "api.js",
          "dom.js",
          "diff.js",
          "editor.js",
          "compare.js",
          "completion.js",
          "informers.js",
          "scenes.js",
          "stage.js",
          "script.js",
          "format.js",
          "words.js",
          "tree.js",
          "rows.js",
          "objects.js",
          "inspector.js",
          "lines.js",
          "mechanism.js",
          "load.js");

  /**
   * Nothing is loaded from elsewhere and no text becomes code: scripts come from this server alone,
   * and the browser rejects every assignment of a string to a script or to HTML.
   */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'; trusted-types 'none'";

  private static final Map<String, String> HEADERS =
      Map.of(
          "content-security-policy", POLICY,
          "x-content-type-options", "nosniff",
          "referrer-policy", "no-referrer",
          "cross-origin-opener-policy", "same-origin",
          "cross-origin-resource-policy", "same-origin");

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml",
          "json", "application/json");

  private static final Map<String, String> KEPT_HEADERS = kept();

  private static final String START = "index.html";
  private static final Pattern REFERENCE = Pattern.compile("(href|src)=\"([a-z]+\\.[a-z]+)\"");

  private final Map<String, WebFile> files = new HashMap<>();

  ConsoleFiles(boolean writable, boolean faults) {
    MessageDigest all = sha256();
    NAMES.forEach(name -> all.update(read(name)));
    String directory = text(all) + "/";
    for (String name : NAMES) {
      byte[] content = read(name);
      files.put(name, file(name, content, HEADERS));
      files.put(directory + name, file(name, content, KEPT_HEADERS));
    }
    WebFile start = file(START, start(directory), HEADERS);
    files.put("", start);
    files.put(START, start);
    files.remove(directory + START);
    String settings = "{\"writable\":%b,\"faults\":%b}".formatted(writable, faults);
    files.put("settings.json", file("settings.json", settings.getBytes(UTF_8), HEADERS));
  }

  private static Map<String, String> kept() {
    var headers = new HashMap<>(HEADERS);
    headers.put("cache-control", "max-age=31536000, immutable");
    return headers;
  }

  /** Returns the start page with its references below the directory. */
  private static byte[] start(String directory) {
    String page = new String(read(START), UTF_8);
    return REFERENCE.matcher(page).replaceAll("$1=\"" + directory + "$2\"").getBytes(UTF_8);
  }

  Optional<WebFile> find(String path) {
    return Optional.ofNullable(files.get(path));
  }

  private static WebFile file(String name, byte[] content, Map<String, String> headers) {
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    if (type == null) {
      throw new IllegalArgumentException("name: %s (expected: a known type)".formatted(name));
    }
    return new WebFile(type, content, '"' + digest(content) + '"', headers);
  }

  private static byte[] read(String name) {
    try (InputStream in = ConsoleFiles.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the console's file %s is missing".formatted(name));
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String digest(byte[] content) {
    MessageDigest digest = sha256();
    digest.update(content);
    return text(digest);
  }

  private static String text(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest(), 0, 8);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
