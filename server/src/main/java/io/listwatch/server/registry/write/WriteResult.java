package io.listwatch.server.registry.write;

import io.listwatch.model.Resource;

/**
 * The result of a write.
 *
 * @param object as it is served now
 * @param created whether the write created it
 */
public record WriteResult(Resource object, boolean created) {}
