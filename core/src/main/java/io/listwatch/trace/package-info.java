/**
 * A step-by-step trace of an informer and its users, for learning and diagnosis.
 *
 * <p>Start at {@link Trace}, which wraps the parts; {@link TracePrinter} prints its steps.
 */
@NullMarked
package io.listwatch.trace;

import org.jspecify.annotations.NullMarked;
