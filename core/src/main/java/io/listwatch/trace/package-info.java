/**
 * What an informer and its users do, step by step, for those who want to watch it at work.
 *
 * <p>Start at {@link Trace}, which is put around the parts; {@link TracePrinter} shows its steps.
 */
@NullMarked
package io.listwatch.trace;

import org.jspecify.annotations.NullMarked;
