/**
 * The rules of built-in kinds: validation and warnings, in kube-apiserver's words and order, and
 * the fields of disabled features.
 *
 * <p>Start at {@link io.listwatch.objects.kinds.validation.KindRules}. A kind is registered once,
 * in the class of its API group ({@code CoreKinds}, {@code AppsKinds}, …); a new rule goes into the
 * class that the registration names, and nowhere else. A rule reads a {@link
 * io.listwatch.objects.kinds.validation.Field}: a value with its path and the list of errors. Rules
 * never fail on the shape of a value: a value of the wrong type counts as absent, because decoding
 * has rejected it before.
 *
 * <p>Checks that do not depend on other members are words in the type table, {@code
 * built-in-types.txt}. A rule names the members whose checks it applies, in kube-apiserver's order:
 * {@code spec.checkDeclared("replicas", "minReadySeconds")}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.kinds.validation;

import org.jspecify.annotations.NullMarked;
