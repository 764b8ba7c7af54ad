package io.listwatch.client.event;

/**
 * Identifies an event: occurrences with the same key are counted as one.
 *
 * @param message the message, or the prefix of combined events
 */
record EventKey(Occurrence.Group group, String message) {}
