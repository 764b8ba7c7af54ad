/**
 * What is wrong with objects of built-in kinds, in the reference's words and in its order.
 *
 * <p>Start at {@link io.listwatch.objects.kinds.validation.KindValidation}, which knows the rules
 * of each kind. A rule looks at a {@link io.listwatch.objects.kinds.validation.Field}: a value that
 * knows where it stands and where to complain. Whatever shape a value has, rules do not fail on it:
 * what has the wrong type counts as absent, because it was refused before.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.kinds.validation;

import org.jspecify.annotations.NullMarked;
