package io.listwatch.server.registry.write;

import io.listwatch.model.Resource;

/**
 * The result of a write.
 *
 * @param object in the served version
 * @param created true if the write created it
 */
public record WriteResult(Resource object, boolean created) {}
