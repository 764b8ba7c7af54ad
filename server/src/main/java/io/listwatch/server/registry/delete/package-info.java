/**
 * Deletes: of one object, at once or when its last finalizer goes, and of a collection.
 *
 * <p>Start at {@link io.listwatch.server.registry.delete.DeleteTransition}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.delete;

import org.jspecify.annotations.NullMarked;
