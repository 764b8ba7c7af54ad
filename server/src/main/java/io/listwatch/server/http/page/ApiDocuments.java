package io.listwatch.server.http.page;

import io.listwatch.server.auth.token.OpenIdDocuments;
import io.listwatch.server.registry.discovery.DiscoveryDocuments;
import io.listwatch.server.registry.openapi.OpenApiDocuments;
import org.jspecify.annotations.Nullable;

/**
 * The documents that describe the API.
 *
 * @param discovery the groups, versions and resources
 * @param openApi their schemas
 * @param openId the documents for the verification of service account tokens; null to serve none
 */
public record ApiDocuments(
    DiscoveryDocuments discovery, OpenApiDocuments openApi, @Nullable OpenIdDocuments openId) {}
