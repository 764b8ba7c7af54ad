package io.listwatch.server.http.page;

import io.listwatch.server.registry.discovery.DiscoveryDocuments;
import io.listwatch.server.registry.openapi.OpenApiDocuments;

/**
 * What a server says about its API.
 *
 * @param discovery which resources there are
 * @param openApi what they look like
 */
public record ApiDocuments(DiscoveryDocuments discovery, OpenApiDocuments openApi) {}
