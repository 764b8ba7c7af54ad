package io.listwatch.site;

import java.util.StringJoiner;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;

/** The text of every section of every page, as a script that the search loads. */
final class SearchIndex {
  private final StringJoiner entries = new StringJoiner(",\n", "const sections = [\n", "\n];\n");

  /** Adds one entry for each heading, with the text up to the next one. */
  void add(SourcePage page) {
    var anchors = new Texts.Anchors();
    String heading = page.title();
    String anchor = "";
    var text = new StringBuilder();
    for (Node node = page.document().getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading) {
        add(page, heading, anchor, text);
        heading = Texts.of(node);
        anchor = "#" + anchors.next(node);
        text.setLength(0);
      } else {
        text.append(Texts.of(node)).append(' ').append(code(node));
      }
    }
    add(page, heading, anchor, text);
  }

  private void add(SourcePage page, String heading, String anchor, CharSequence text) {
    String words = text.toString().strip().replaceAll("\\s+", " ");
    if (!anchor.isEmpty() || !words.isEmpty()) {
      String[] fields = {page.title(), heading, page.target() + anchor, words};
      var entry = new StringJoiner(",", "[", "]");
      for (String field : fields) {
        entry.add(quoted(field));
      }
      entries.add(entry.toString());
    }
  }

  private static String code(Node node) {
    var code = new StringBuilder();
    node.accept(
        new AbstractVisitor() {
          @Override
          public void visit(FencedCodeBlock block) {
            code.append(block.getLiteral()).append(' ');
          }
        });
    return code.toString();
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\u2028", " ") + '"';
  }

  String script() {
    return entries.toString();
  }
}
