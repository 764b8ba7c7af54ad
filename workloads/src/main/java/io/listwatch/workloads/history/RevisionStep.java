package io.listwatch.workloads.history;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * The step after which the newest revision has the current template.
 *
 * @param found the position of the revision with that template, or -1 if one has to be created
 * @param number the number that the revision must have
 */
record RevisionStep(int found, long number) {
  /** One revision: its number and the template it stands for. */
  record Revision(long number, JsonNode data) {}

  /**
   * Decides for {@code data}. A template that is used again gets its old revision back, as the
   * newest.
   *
   * @param revisions sorted by number
   */
  static RevisionStep of(List<Revision> revisions, JsonNode data) {
    int last = revisions.size() - 1;
    long newest = last < 0 ? 0 : revisions.get(last).number();
    for (int i = last; i >= 0; i--) {
      if (revisions.get(i).data().equals(data)) {
        return new RevisionStep(i, i == last ? newest : newest + 1);
      }
    }
    return new RevisionStep(-1, newest + 1);
  }
}
