/**
 * Writes down in what the server differs from the reference.
 *
 * <p>Start at {@link io.listwatch.server.compatibility.CompatibilityDocTest}.
 */
@NullMarked
package io.listwatch.server.compatibility;

import org.jspecify.annotations.NullMarked;
