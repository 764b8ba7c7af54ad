/**
 * Answers questions that clients put as objects: who they are, and what they or others may do.
 *
 * <p>Start at {@link io.listwatch.server.http.review.Reviews}. Nothing is stored; the answers are
 * the authenticator's and the authorizer's.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.http.review;

import org.jspecify.annotations.NullMarked;
