package io.listwatch.server.http.page;

import io.listwatch.server.registry.discovery.DiscoveryDocuments;
import io.listwatch.server.registry.openapi.OpenApiDocuments;

/**
 * The documents that describe the API.
 *
 * @param discovery the groups, versions and resources
 * @param openApi their schemas
 */
public record ApiDocuments(DiscoveryDocuments discovery, OpenApiDocuments openApi) {}
