/**
 * Recorded histories of clients, and their checks: pure functions, without threads, sockets or
 * clocks.
 */
@NullMarked
package io.listwatch.campaign.history;

import org.jspecify.annotations.NullMarked;
