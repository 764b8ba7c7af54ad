/**
 * Makes the server's tables from {@link io.listwatch.following.facts.Facts}.
 *
 * <p>Start at {@link TableFile}, which lists all tables and their files.
 */
@NullMarked
package io.listwatch.following.table;

import org.jspecify.annotations.NullMarked;
