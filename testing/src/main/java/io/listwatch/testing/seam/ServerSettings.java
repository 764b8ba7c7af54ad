package io.listwatch.testing.seam;

/**
 * How a server is to be.
 *
 * @param tls whether it serves with TLS besides
 * @param controllers whether it finishes deletions by itself, as a cluster does
 */
public record ServerSettings(boolean tls, boolean controllers) {}
