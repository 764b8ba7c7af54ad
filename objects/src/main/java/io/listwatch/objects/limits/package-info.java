/**
 * Limit ranges: the defaults and bounds that a namespace sets for containers, pods and claims. Pure
 * functions.
 *
 * <p>Start at {@link LimitRange}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.limits;

import org.jspecify.annotations.NullMarked;
