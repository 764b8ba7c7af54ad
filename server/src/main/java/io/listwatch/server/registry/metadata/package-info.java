/**
 * The metadata of objects that are written: what it says, what the server puts there, and what may
 * be wrong with it.
 *
 * <p>Start at {@link io.listwatch.server.registry.metadata.Metadata}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.metadata;

import org.jspecify.annotations.NullMarked;
