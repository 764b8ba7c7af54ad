package io.listwatch.testing.seam;

/**
 * Settings of a test server.
 *
 * @param tls true if the server also has a TLS port
 * @param controllers true if the server completes deletions as a cluster does
 * @param rbac true if the server authorizes requests by its roles and bindings
 * @param nodes the number of simulated nodes on which workloads run; 0 if none do
 */
public record ServerSettings(boolean tls, boolean controllers, boolean rbac, int nodes) {}
