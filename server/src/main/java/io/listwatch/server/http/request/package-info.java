/**
 * What a request says, read: its path, its parameters and the forms it accepts become values here
 * and nowhere else.
 *
 * <p>Start at {@link RequestTarget} for paths, {@link ListQuery} for what lists and watches ask
 * for, {@link Representation} for the form of the answer. Nothing here knows a socket.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.http.request;

import org.jspecify.annotations.NullMarked;
