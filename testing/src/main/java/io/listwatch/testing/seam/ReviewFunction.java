package io.listwatch.testing.seam;

import java.util.Map;

/**
 * An admission webhook of a test. Requests and responses are maps of strings, because the two class
 * loaders share only the types of the JDK.
 */
@FunctionalInterface
public interface ReviewFunction {
  /**
   * Reviews a request. Called on a thread of its own, several at a time.
   *
   * @param request {@code operation}, {@code subresource}, {@code namespace}, {@code name}, {@code
   *     user}, {@code dryRun}, and as JSON {@code object} and {@code oldObject}, each empty if
   *     absent, and {@code review}
   * @return {@code denied}, {@code patch} and {@code warning}, each only if present; or {@code
   *     review}, a whole AdmissionReview
   */
  Map<String, String> review(Map<String, String> request);
}
