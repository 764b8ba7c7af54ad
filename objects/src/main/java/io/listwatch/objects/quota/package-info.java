/**
 * Resource quotas: how much of a namespace's quota an object uses, and whether a write exceeds it.
 * Pure functions.
 *
 * <p>Start at {@link QuotaCheck} and {@link QuotaEvaluator}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.quota;

import org.jspecify.annotations.NullMarked;
