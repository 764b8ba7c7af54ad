/** Loggers for tests that read the log. Start at {@link io.listwatch.log.RecordedLog}. */
@NullMarked
package io.listwatch.log;

import org.jspecify.annotations.NullMarked;
