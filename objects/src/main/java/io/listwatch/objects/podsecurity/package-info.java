/**
 * The Pod Security Standards: which pods the levels privileged, baseline and restricted allow, in
 * every version. Pure functions over a pod's metadata and spec.
 *
 * <p>Start at {@link PodSecurityStandard#evaluate}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.podsecurity;

import org.jspecify.annotations.NullMarked;
