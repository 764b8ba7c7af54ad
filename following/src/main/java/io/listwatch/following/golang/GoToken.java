package io.listwatch.following.golang;

/**
 * A token of Go source.
 *
 * @param text the value of a string literal; the text of a comment without the comment signs
 * @param line where it starts, from 1
 */
public record GoToken(Kind kind, String text, int line) {
  /** Numbers have the kind WORD, because nothing here computes with them. */
  public enum Kind {
    WORD,
    STRING,
    SYMBOL,
    COMMENT,
    END
  }

  public boolean is(String symbolOrWord) {
    return (kind == Kind.SYMBOL || kind == Kind.WORD) && text.equals(symbolOrWord);
  }
}
