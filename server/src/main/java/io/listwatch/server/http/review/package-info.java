/**
 * Access and authentication reviews, such as SelfSubjectAccessReview and TokenReview.
 *
 * <p>Start at {@link io.listwatch.server.http.review.Reviews}. Reviews are not stored; the
 * authenticator and the authorizer decide them.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.http.review;

import org.jspecify.annotations.NullMarked;
