package io.listwatch.server.registry.delete;

import io.listwatch.model.Resource;

/**
 * The result of a delete.
 *
 * @param object its last state, or its current state if it is still terminating
 * @param gone true if it no longer exists
 * @param returnsObject true if the response is the object, not a Status
 */
public record DeleteResult(Resource object, boolean gone, boolean returnsObject) {}
