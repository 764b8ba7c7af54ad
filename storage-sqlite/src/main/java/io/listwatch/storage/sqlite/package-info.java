/**
 * The storage engine for one machine: a SQLite database in a directory, with one writer that
 * commits in groups and readers that never wait for it.
 *
 * <p>Start at {@link SqliteStorage}. SQLite and its driver are visible in this package only.
 */
@NullMarked
package io.listwatch.storage.sqlite;

import org.jspecify.annotations.NullMarked;
