package io.listwatch.objects.yaml;

/**
 * Replaces tabs between the tokens of a document in braces. kube-apiserver accepts them like
 * spaces, the YAML library rejects them: JSON with a trailing comma is YAML, and often indented
 * with tabs.
 */
final class FlowTabs {
  private static final char NONE = 0;

  private FlowTabs() {}

  /** Returns the YAML with spaces for tabs; unchanged if it does not begin with a brace. */
  static String replacedIn(String yaml) {
    if (yaml.indexOf('\t') < 0 || !yaml.stripLeading().startsWith("{")) {
      return yaml;
    }
    var text = new StringBuilder(yaml);
    char quote = NONE;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote == NONE) {
        quote = c == '"' || c == '\'' ? c : NONE;
        if (c == '\t') {
          text.setCharAt(i, ' ');
        }
      } else if (c == '\\' && quote == '"') {
        i++;
      } else if (c == quote) {
        quote = NONE;
      }
    }
    return text.toString();
  }
}
