/**
 * Asks other programs over HTTPS what the server cannot know itself.
 *
 * <p>Start at {@link WebhookClient}. What is asked, and what to make of the answer, is for those
 * who ask.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.webhook;

import org.jspecify.annotations.NullMarked;
