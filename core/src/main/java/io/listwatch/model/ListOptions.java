package io.listwatch.model;

import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;

/**
 * Parameters of a list request.
 *
 * @param limit maximum number of objects on a page; 0 for no limit
 * @param continueToken token of the page; empty for the first
 */
public record ListOptions(
    VersionMatch match,
    int limit,
    String continueToken,
    LabelSelector labels,
    FieldSelector fields) {
  /** Lists the whole collection in its latest state. */
  public static final ListOptions ALL =
      new ListOptions(
          VersionMatch.mostRecent(), 0, "", LabelSelector.everything(), FieldSelector.everything());

  public ListOptions {
    if (limit < 0) {
      throw new IllegalArgumentException("limit: " + limit + " (expected: 0 or more)");
    }
  }

  public ListOptions at(VersionMatch newMatch) {
    return new ListOptions(newMatch, limit, continueToken, labels, fields);
  }

  public ListOptions limitedTo(int newLimit) {
    return new ListOptions(match, newLimit, continueToken, labels, fields);
  }

  /**
   * Returns options for the next page. It has the first page's version, so the request must not
   * name a version itself.
   */
  public ListOptions continuedBy(String token) {
    return new ListOptions(VersionMatch.mostRecent(), limit, token, labels, fields);
  }

  public ListOptions where(LabelSelector newLabels) {
    return new ListOptions(match, limit, continueToken, newLabels, fields);
  }

  public ListOptions where(FieldSelector newFields) {
    return new ListOptions(match, limit, continueToken, labels, newFields);
  }
}
