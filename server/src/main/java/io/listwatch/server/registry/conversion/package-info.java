/**
 * Objects in another version of the API than the one they are stored in.
 *
 * <p>Start at {@link io.listwatch.server.registry.conversion.VersionConverter}, of which there is
 * one for every way to convert, and {@link
 * io.listwatch.server.registry.conversion.ConvertedStorage}, which shows a storage through it.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.conversion;

import org.jspecify.annotations.NullMarked;
