/**
 * What kube-apiserver does to an object before it stores it, without a server: validate, default,
 * patch and apply.
 *
 * <p>Start at {@link io.listwatch.objects.Kinds}, and at {@link io.listwatch.objects.Manifest} for
 * reading YAML and JSON.
 */
@NullMarked
package io.listwatch.objects;

import org.jspecify.annotations.NullMarked;
