package io.listwatch.model;

import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;

/**
 * What to list.
 *
 * @param limit how many objects a page may have; 0 for all in one
 * @param continueToken which page; empty for the first
 */
public record ListOptions(
    VersionMatch match,
    int limit,
    String continueToken,
    LabelSelector labels,
    FieldSelector fields) {
  /** Everything, as it is now. */
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

  /** The next page. It is of the first page's version, so asking for one of its own is an error. */
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
