/**
 * The differences between kinds when their objects are written.
 *
 * <p>Start at {@link io.listwatch.objects.strategy.Strategy}, and at {@link
 * io.listwatch.objects.strategy.BuiltInStrategies}, which has the strategy of each built-in kind.
 * Validation and warnings are in {@code objects.kinds}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.strategy;

import org.jspecify.annotations.NullMarked;
