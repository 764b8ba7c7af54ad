package io.listwatch.server.http;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;

/**
 * What is asked for, and by whom.
 *
 * @param caller who has shown credentials; the request's user unless that is somebody they ask to
 *     be taken for
 */
record AuthenticatedRequest(UserInfo caller, AccessRequest request) {}
