package io.listwatch.server.controllers;

import io.listwatch.metrics.Metrics;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.token.TokenIssuer;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.openapi.CustomSchemas;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The dependencies of the built-in controllers.
 *
 * @param storage to watch objects and to count them; never written to
 * @param schemas the schemas of custom resources
 * @param tokens signs the tokens of service accounts
 * @param authorizer of all requests
 * @param signing signs certificates; null to sign none
 * @param address the address at which pods reach the server; null to create no {@code kubernetes}
 *     service
 */
public record ControllerParts(
    Storage storage,
    ResourceRegistry registry,
    ResourceVerbs verbs,
    CustomSchemas schemas,
    ControllerSettings settings,
    TokenIssuer tokens,
    Authorizer authorizer,
    @Nullable CertificateSigning signing,
    @Nullable InetSocketAddress address,
    Timers timers,
    Metrics metrics) {}
