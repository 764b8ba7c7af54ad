package io.listwatch.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes the site: every page as HTML, the files that pages link to, a style sheet and an index for
 * the search. The javadoc, if there is any, is in {@value #API} already.
 */
public final class Site {
  /** The directory of the javadoc in the site. */
  static final String API = "api";

  private static final List<String> ASSETS = List.of("site.css", "search.js");

  private final Path root;
  private final Path output;

  Site(Path root, Path output) {
    this.root = root;
    this.output = output;
  }

  /** Writes the site of a project: {@code ROOT OUTPUT}. Exits with 1 if it has dead links. */
  public static void main(String[] arguments) throws IOException {
    Path output = Path.of(arguments[1]);
    int pages = new Site(Path.of(arguments[0]), output).write();
    List<String> dead = new DeadLinks(output).find();
    dead.forEach(System.err::println);
    System.out.printf("%d pages in %s, %d dead links%n", pages, output, dead.size());
    System.exit(dead.isEmpty() ? 0 : 1);
  }

  /** Returns the number of pages. */
  int write() throws IOException {
    List<SourcePage> pages = SourcePage.all(root);
    var layout = new Layout(pages, Files.exists(output.resolve(API).resolve("index.html")));
    var index = new SearchIndex();
    Set<String> files = new TreeSet<>();
    for (SourcePage page : pages) {
      var html = new PageHtml(page, pages);
      write(page.target(), layout.page(page, html.body()));
      index.add(page);
      files.addAll(html.linkedFiles());
    }
    write("search-index.js", index.script());
    for (String file : files) {
      copy(root.resolve(file), file);
    }
    for (String asset : ASSETS) {
      try (InputStream in = Objects.requireNonNull(Site.class.getResourceAsStream(asset))) {
        Files.copy(in, output.resolve(asset), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return pages.size();
  }

  private void write(String target, String text) throws IOException {
    Path file = output.resolve(target);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, text);
  }

  /** Copies a file that a page links to; one that does not exist is a dead link. */
  private void copy(Path file, String target) throws IOException {
    if (Files.isRegularFile(file)) {
      Path copy = output.resolve(target);
      Files.createDirectories(copy.resolveSibling(""));
      Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
