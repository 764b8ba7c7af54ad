package io.listwatch.selector;

/**
 * One condition on one field: its value equals {@code value}, or differs from it if {@code
 * negated}. An absent field has the empty value.
 */
public record FieldTerm(String path, boolean negated, String value) {
  /** True if these fields satisfy the term. Allocates nothing. */
  public boolean matches(Fields fields) {
    String actual = fields.value(path);
    return negated != (actual == null ? value.isEmpty() : value.equals(actual));
  }

  /** Returns the term as it is written in a selector. */
  @Override
  public String toString() {
    var text = new StringBuilder(path).append(negated ? "!=" : "=");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (FieldSelectorParser.isEscaped(c)) {
        text.append('\\');
      }
      text.append(c);
    }
    return text.toString();
  }
}
