package io.listwatch.server.controllers;

import io.listwatch.metrics.Metrics;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * What controllers are made with.
 *
 * @param storage to follow and to count what is there; it is never written
 * @param address where pods can reach the server; null if they are not to know
 */
public record ControllerParts(
    Storage storage,
    ResourceRegistry registry,
    ResourceVerbs verbs,
    ControllerSettings settings,
    @Nullable InetSocketAddress address,
    Timers timers,
    Metrics metrics) {}
