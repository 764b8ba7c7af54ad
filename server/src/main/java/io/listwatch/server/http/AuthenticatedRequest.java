package io.listwatch.server.http;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;

/**
 * A request and its authenticated user.
 *
 * @param caller the authenticated user; differs from the request's user if the caller impersonates
 */
record AuthenticatedRequest(UserInfo caller, AccessRequest request) {}
