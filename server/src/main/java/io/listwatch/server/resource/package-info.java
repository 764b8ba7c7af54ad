/**
 * Reads and writes the objects of a resource in storage. Start at {@link
 * io.listwatch.server.resource.ResourceStorage}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.resource;

import org.jspecify.annotations.NullMarked;
