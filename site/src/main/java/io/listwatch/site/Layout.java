package io.listwatch.site;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The frame around every page: the search, and links to the start, the javadoc and the other
 * language.
 */
final class Layout {
  private static final String FRAME =
      """
      <!DOCTYPE html>
      <html lang="%1$s">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>%2$s</title>
      <link rel="stylesheet" href="%3$ssite.css">
      </head>
      <body>
      <header>
      <nav>%4$s</nav>
      <form role="search"><input type="search" id="search" placeholder="%5$s" aria-label="%5$s" data-root="%3$s"></form>
      </header>
      <ol id="found" hidden></ol>
      <main>
      %6$s</main>
      <script src="%3$ssearch-index.js" defer></script>
      <script src="%3$ssearch.js" defer></script>
      </body>
      </html>
      """;

  private final List<SourcePage> pages;
  private final boolean api;

  Layout(List<SourcePage> pages, boolean api) {
    this.pages = pages;
    this.api = api;
  }

  String page(SourcePage page, String body) {
    String root = "../".repeat((int) page.target().chars().filter(each -> each == '/').count());
    boolean chinese = page.chinese();
    return FRAME.formatted(
        chinese ? "zh" : "en",
        escape(page.title()),
        root,
        navigation(page, root),
        chinese ? "搜索" : "Search",
        body);
  }

  private String navigation(SourcePage page, String root) {
    var links = new StringBuilder();
    link(links, root + (page.chinese() ? "index.zh.html" : "index.html"), "Listwatch");
    if (api) {
      link(links, root + Site.API + "/index.html", "Javadoc");
    }
    other(page)
        .ifPresent(
            other ->
                link(
                    links,
                    relative(page.target(), other.target()),
                    other.chinese() ? "中文" : "English"));
    return links.toString();
  }

  private Optional<SourcePage> other(SourcePage page) {
    return pages.stream().filter(each -> each.name().equals(page.otherLanguage())).findFirst();
  }

  private static void link(StringBuilder links, String target, String text) {
    links.append("<a href=\"").append(target).append("\">").append(text).append("</a>");
  }

  /** Returns the link from one file of the site to another. */
  static String relative(String from, String to) {
    return Path.of(from).resolveSibling("").relativize(Path.of(to)).toString().replace('\\', '/');
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
