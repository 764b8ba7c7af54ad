package io.listwatch.server.registry.delete;

import io.listwatch.model.Resource;

/**
 * The result of a deletion.
 *
 * @param object its last state, or what it is while it waits to be gone
 * @param gone whether it no longer exists
 * @param answersObject whether a client is shown the object, not only told that it is gone
 */
public record DeleteResult(Resource object, boolean gone, boolean answersObject) {}
