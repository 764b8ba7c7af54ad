package io.listwatch.following.golang;

import io.listwatch.following.golang.GoToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A position in a list of tokens. Skips comments; {@link #commentsAhead} returns those before the
 * next token.
 *
 * <p>Not thread-safe.
 */
public final class TokenCursor {
  private static final Set<String> ENDING = Set.of(")", "]", "}", "++", "--");

  private final String file;
  private final List<GoToken> tokens;
  private final List<GoToken> comments = new ArrayList<>();
  private int position;
  private GoToken last = new GoToken(Kind.WORD, "", 0);

  /**
   * Starts at the first token.
   *
   * @param file for messages
   */
  public TokenCursor(String file, List<GoToken> tokens) {
    this.file = file;
    this.tokens = new ArrayList<>(tokens);
    this.tokens.add(new GoToken(Kind.END, "", 0));
    skipComments();
  }

  public GoToken peek() {
    return tokens.get(position);
  }

  /** Returns the token after the next one. */
  public GoToken peekSecond() {
    int second = position + 1;
    while (second < tokens.size() - 1 && tokens.get(second).kind() == Kind.COMMENT) {
      second++;
    }
    return tokens.get(Math.min(second, tokens.size() - 1));
  }

  public GoToken next() {
    GoToken token = peek();
    if (token.kind() == Kind.END) {
      throw unexpected();
    }
    last = token;
    position++;
    comments.clear();
    skipComments();
    return token;
  }

  private void skipComments() {
    while (peek().kind() == Kind.COMMENT) {
      comments.add(peek());
      position++;
    }
  }

  public boolean atEnd() {
    return peek().kind() == Kind.END;
  }

  /** True if the next token is on the same line as the last one. */
  public boolean sameLine() {
    return !atEnd() && peek().line() == last.line();
  }

  public boolean skip(String symbolOrWord) {
    if (!peek().is(symbolOrWord)) {
      return false;
    }
    next();
    return true;
  }

  void expect(String symbolOrWord) {
    if (!skip(symbolOrWord)) {
      throw unexpected();
    }
  }

  public String word() {
    if (peek().kind() != Kind.WORD) {
      throw unexpected();
    }
    return next().text();
  }

  /** Takes the tokens between the next token, an opening bracket, and its closing bracket. */
  public List<GoToken> bracketed() {
    List<GoToken> all = withBrackets();
    return all.subList(1, all.size() - 1);
  }

  private List<GoToken> withBrackets() {
    var tokens = new ArrayList<GoToken>();
    int depth = 0;
    do {
      GoToken token = next();
      depth += depthChange(token);
      tokens.add(token);
    } while (depth > 0);
    return tokens;
  }

  private static int depthChange(GoToken token) {
    if (token.is("{") || token.is("(") || token.is("[")) {
      return 1;
    }
    return token.is("}") || token.is(")") || token.is("]") ? -1 : 0;
  }

  /** Takes the tokens up to Go's implicit semicolon, or up to a closing bracket. */
  public List<GoToken> restOfStatement() {
    var tokens = new ArrayList<GoToken>();
    while (continues() && depthChange(peek()) >= 0) {
      if (depthChange(peek()) > 0) {
        tokens.addAll(withBrackets());
      } else {
        tokens.add(next());
      }
    }
    return tokens;
  }

  /** True if the line ends with an operator or a comma and so continues on the next line. */
  private boolean continues() {
    return sameLine() || (!atEnd() && last.kind() == Kind.SYMBOL && !ENDING.contains(last.text()));
  }

  /**
   * Returns the comments between the last token and the next, except a trailing comment of the last
   * line.
   */
  List<GoToken> commentsAhead() {
    return comments.stream().filter(comment -> comment.line() > last.line()).toList();
  }

  GoSyntaxException unexpected() {
    return new GoSyntaxException(file, peek().line(), "unexpected " + peek().text());
  }
}
