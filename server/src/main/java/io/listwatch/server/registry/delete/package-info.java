/**
 * Deletes and deletecollection: removal, finalizers and grace periods.
 *
 * <p>Start at {@link io.listwatch.server.registry.delete.DeleteTransition}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.delete;

import org.jspecify.annotations.NullMarked;
