/** The storage engine for one machine: a directory with an SQLite database. */
@NullMarked
package io.listwatch.storage.sqlite;

import org.jspecify.annotations.NullMarked;
