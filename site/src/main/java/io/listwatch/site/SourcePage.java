package io.listwatch.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;

/**
 * A Markdown page of the project.
 *
 * @param name its path in the project, with slashes
 */
record SourcePage(String name, Node document) {
  static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());

  private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

  private static final String CHINESE = ".zh.md";

  /** The directories that contain pages, at any depth. */
  private static final List<String> DIRECTORIES = List.of("docs", "examples");

  /** Returns the pages in the project's directory, in docs and in examples. */
  static List<SourcePage> all(Path root) throws IOException {
    var files = new ArrayList<Path>();
    try (Stream<Path> top = Files.list(root)) {
      top.filter(SourcePage::isPage).forEach(files::add);
    }
    for (String directory : DIRECTORIES) {
      try (Stream<Path> below = Files.walk(root.resolve(directory))) {
        below
            .filter(SourcePage::isPage)
            .filter(file -> !root.relativize(file).toString().contains("target"))
            .forEach(files::add);
      }
    }
    var pages = new ArrayList<SourcePage>();
    for (Path file : files.stream().sorted().toList()) {
      String name = root.relativize(file).toString().replace('\\', '/');
      pages.add(of(name, Files.readString(file)));
    }
    return pages;
  }

  static SourcePage of(String name, String markdown) {
    return new SourcePage(name, PARSER.parse(markdown));
  }

  private static boolean isPage(Path file) {
    return Files.isRegularFile(file) && file.toString().endsWith(".md");
  }

  /** Returns the path of the HTML file in the site; a README is the index of its directory. */
  String target() {
    return target(name);
  }

  static String target(String name) {
    return name.replaceFirst("(^|/)README(\\.zh)?\\.md$", "$1index$2.md")
        .replaceFirst("\\.md$", ".html");
  }

  boolean chinese() {
    return name.endsWith(CHINESE);
  }

  /** Returns the name of the same page in the other language, whether or not there is one. */
  String otherLanguage() {
    return chinese()
        ? name.replace(CHINESE, ".md")
        : name.substring(0, name.length() - ".md".length()) + CHINESE;
  }

  /** Returns the first heading. */
  String title() {
    for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading heading) {
        return Texts.of(heading);
      }
    }
    return name;
  }
}
