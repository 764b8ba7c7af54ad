package io.listwatch.server.registry.write;

import io.listwatch.model.Resource;

/**
 * What came of a write.
 *
 * @param object as it is served now
 * @param created whether it did not exist before
 */
public record WriteResult(Resource object, boolean created) {}
