package io.listwatch.server.http.request;

import io.listwatch.selector.InvalidSelectorException;
import io.listwatch.server.registry.ApiErrors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A selector of one request, parsed once: a long one by a worker, before the event loop needs it.
 *
 * <p>Thread-safe.
 */
final class ParsedSelector<T> {
  private final Function<String, T> parser;
  private volatile @Nullable Outcome<T> last;

  ParsedSelector(Function<String, T> parser) {
    this.parser = parser;
  }

  /**
   * Returns the selector.
   *
   * @throws io.listwatch.model.ApiException if the text is not a selector
   */
  T of(String text) {
    Outcome<T> outcome = outcome(text);
    if (outcome.selector == null) {
      throw ApiErrors.badRequest(outcome.problem);
    }
    return outcome.selector;
  }

  /** Parses the text, so that {@link #of} does not have to. */
  void prepare(String text) {
    last = outcome(text);
  }

  private Outcome<T> outcome(String text) {
    Outcome<T> known = last;
    return known != null && known.text.equals(text) ? known : parsed(text);
  }

  private Outcome<T> parsed(String text) {
    try {
      return new Outcome<>(text, parser.apply(text), "");
    } catch (InvalidSelectorException e) {
      return new Outcome<>(text, null, String.valueOf(e.getMessage()));
    }
  }

  /**
   * The result of parsing a text.
   *
   * @param selector null if there is a problem
   */
  private record Outcome<T>(String text, @Nullable T selector, String problem) {}
}
