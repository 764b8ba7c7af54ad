package io.listwatch.site;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * The content of a page as HTML. Its links lead to the HTML of other pages, and to copied files.
 */
final class PageHtml implements AttributeProvider {
  private final SourcePage page;
  private final Set<String> pages = new HashSet<>();
  private final Set<String> files = new TreeSet<>();
  private final Texts.Anchors anchors = new Texts.Anchors();
  private final String body;

  PageHtml(SourcePage page, List<SourcePage> all) {
    this.page = page;
    all.forEach(each -> pages.add(each.name()));
    this.body =
        HtmlRenderer.builder()
            .extensions(SourcePage.EXTENSIONS)
            .attributeProviderFactory(context -> this)
            .build()
            .render(page.document());
  }

  String body() {
    return body;
  }

  /** Returns the paths in the project of the files, not pages, that this page links to. */
  Set<String> linkedFiles() {
    return files;
  }

  @Override
  public void setAttributes(Node node, String tag, Map<String, String> attributes) {
    if (node instanceof Heading) {
      attributes.put("id", anchors.next(node));
    } else if (node instanceof Link) {
      attributes.computeIfPresent("href", (name, href) -> here(href));
    } else if (node instanceof Image) {
      attributes.computeIfPresent("src", (name, source) -> here(source));
    }
  }

  /** Converts a link of the Markdown source to one between files of the site. */
  private String here(String link) {
    if (link.startsWith("#") || link.matches("[a-z]+:.*")) {
      return link;
    }
    String path = link.replaceFirst("#.*", "");
    String anchor = link.substring(path.length());
    String target =
        Path.of(page.name()).resolveSibling(path).normalize().toString().replace('\\', '/');
    if (pages.contains(target)) {
      return Layout.relative(page.target(), SourcePage.target(target)) + anchor;
    }
    files.add(target);
    return path + anchor;
  }
}
