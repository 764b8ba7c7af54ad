/**
 * How an object comes to be and to change: from what a client sent to what is stored.
 *
 * <p>Start at {@link io.listwatch.server.registry.write.Births} for new objects and at {@link
 * io.listwatch.server.registry.write.ObjectChanges} for those that exist; what a client wants is a
 * {@link io.listwatch.server.registry.write.Change}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.write;

import org.jspecify.annotations.NullMarked;
