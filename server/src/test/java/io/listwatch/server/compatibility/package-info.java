/**
 * Documents the differences between this server and kube-apiserver.
 *
 * <p>Start at {@link io.listwatch.server.compatibility.CompatibilityDocTest}.
 */
@NullMarked
package io.listwatch.server.compatibility;

import org.jspecify.annotations.NullMarked;
