/**
 * The engine for one machine: a directory with an SQLite database, one writer that commits in
 * groups, readers that never wait for it.
 *
 * <p>Start at {@link SqliteStorage}. SQLite and its driver are visible in this package only.
 */
@NullMarked
package io.listwatch.storage.sqlite;

import org.jspecify.annotations.NullMarked;
