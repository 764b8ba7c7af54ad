/**
 * Label selectors and field selectors, with the syntax, canonical form and error messages of
 * Kubernetes 1.36.
 *
 * <p>Start at {@link LabelSelector} or {@link FieldSelector}. Both are values that are parsed from
 * a request or built in code, and then matched against {@link Labels} or {@link Fields}.
 */
@NullMarked
package io.listwatch.selector;

import org.jspecify.annotations.NullMarked;
