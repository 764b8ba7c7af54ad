package io.listwatch.client.tls;

/** Who a client is by certificate. */
public record ClientIdentity(PemSource certificate, PemSource key) {}
