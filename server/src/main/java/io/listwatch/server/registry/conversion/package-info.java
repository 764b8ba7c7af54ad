/**
 * Conversion of objects between the stored and the served API versions.
 *
 * <p>Start at {@link io.listwatch.server.registry.conversion.VersionConverter}, which has one
 * implementation for each way to convert, and {@link
 * io.listwatch.server.registry.conversion.ConvertedStorage}, which presents a storage in another
 * version.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.conversion;

import org.jspecify.annotations.NullMarked;
