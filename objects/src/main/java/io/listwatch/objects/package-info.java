/**
 * Validates, defaults, patches and applies objects as kube-apiserver does before it stores them,
 * without a server.
 *
 * <p>Start at {@link io.listwatch.objects.Kinds}, and at {@link io.listwatch.objects.Manifest} for
 * reading YAML and JSON.
 */
@NullMarked
package io.listwatch.objects;

import org.jspecify.annotations.NullMarked;
