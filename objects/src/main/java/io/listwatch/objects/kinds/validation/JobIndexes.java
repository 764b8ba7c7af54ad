package io.listwatch.objects.kinds.validation;

import io.listwatch.selector.Quotation;
import java.util.regex.Pattern;

/**
 * Parses and counts the {@code succeededIndexes} of a job's success policy, such as {@code
 * 0,2-5,8}.
 */
final class JobIndexes {
  private static final Pattern NUMBER = Pattern.compile("\\+?[0-9]{1,18}");

  private final long completions;
  private long last = -1;
  private long number;

  private JobIndexes(long completions) {
    this.completions = completions;
  }

  /**
   * Rejects malformed indexes.
   *
   * @param completions the number of indexes of the job
   * @return the number of indexes listed; 0 if they are malformed
   */
  static long check(Field indexes, long completions) {
    indexes.checkDeclared();
    var read = new JobIndexes(completions);
    String problem = indexes.isEmpty() ? "" : read.problem(indexes.text());
    if (problem.isEmpty()) {
      return read.number;
    }
    indexes.invalid("error parsing succeededIndexes: " + problem);
    return 0;
  }

  private String problem(String text) {
    for (String interval : text.split(",", -1)) {
      String[] ends = interval.split("-", -1);
      if (ends.length > 2) {
        return "the fragment "
            + Quotation.of(interval)
            + " violates the requirement that an index interval can have at most two parts"
            + " separated by '-'";
      }
      String problem = advance(ends[0]);
      long first = last;
      if (problem.isEmpty() && ends.length == 2) {
        problem = advance(ends[1]);
      }
      if (!problem.isEmpty()) {
        return problem;
      }
      number += last - first + 1;
    }
    return "";
  }

  private String advance(String text) {
    if (!NUMBER.matcher(text).matches()) {
      return "cannot convert string to integer for index: " + Quotation.of(text);
    }
    long index = Long.parseLong(text);
    if (index >= completions) {
      return "too large index: " + Quotation.of(text);
    }
    if (index <= last) {
      return "non-increasing order, previous: " + last + ", current: " + index;
    }
    last = index;
    return "";
  }
}
