package io.listwatch.site;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/** The text of Markdown nodes without their markup, and the anchors of headings. */
final class Texts extends AbstractVisitor {
  private final StringBuilder text = new StringBuilder();

  private Texts() {}

  static String of(Node node) {
    var texts = new Texts();
    node.accept(texts);
    return texts.text.toString();
  }

  @Override
  public void visit(Text node) {
    text.append(node.getLiteral());
  }

  @Override
  public void visit(Code node) {
    text.append(node.getLiteral());
  }

  @Override
  public void visit(SoftLineBreak node) {
    text.append(' ');
  }

  @Override
  public void visit(HardLineBreak node) {
    text.append(' ');
  }

  /** The anchors of one page's headings, as GitHub makes them: repeated anchors get a number. */
  static final class Anchors {
    private final Map<String, Integer> used = new HashMap<>();

    String next(Node heading) {
      String anchor =
          of(heading)
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N}_ -]", "")
              .replace(' ', '-');
      int before = used.merge(anchor, 1, Integer::sum) - 1;
      return before == 0 ? anchor : anchor + "-" + before;
    }
  }
}
