/**
 * Which objects a reader wants: label selectors, field selectors, and what they ask of an object.
 *
 * <p>Start at {@link LabelSelector} or {@link FieldSelector}. Both are values: parsed from the text
 * of a request, or built in code, then matched against anything that can answer for its {@link
 * Labels} or {@link Fields}. Syntax, canonical form and error texts are those of Kubernetes 1.36.
 */
@NullMarked
package io.listwatch.selector;

import org.jspecify.annotations.NullMarked;
