package io.listwatch.objects.yaml;

/**
 * Tabs between the parts of a document in braces, which the reference takes for spaces and the
 * library for the end of all order: JSON with a comma too many is YAML, and often indented by tabs.
 */
final class FlowTabs {
  private static final char NONE = 0;

  private FlowTabs() {}

  /** The text with a space for each of them; as it is if it does not begin with a brace. */
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
