package io.listwatch.client.event;

/**
 * What makes two occurrences the same event.
 *
 * @param message the same words, or those that stand for many
 */
record EventKey(Occurrence.Group group, String message) {}
