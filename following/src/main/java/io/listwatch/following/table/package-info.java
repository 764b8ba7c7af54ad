/**
 * Makes the server's tables from {@link io.listwatch.following.facts.Facts}.
 *
 * <p>Start at {@link TableFile}, which knows all of them and where they are.
 */
@NullMarked
package io.listwatch.following.table;

import org.jspecify.annotations.NullMarked;
