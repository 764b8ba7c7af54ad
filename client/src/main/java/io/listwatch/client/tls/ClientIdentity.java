package io.listwatch.client.tls;

/** A client certificate and its private key. */
public record ClientIdentity(PemSource certificate, PemSource key) {}
