package io.listwatch.storage.etcd;

import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.SslContext;
import java.nio.file.Path;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * TLS files in PEM: trusted CA certificates and the client certificate.
 *
 * @param authority null to use the JDK's trust store
 * @param certificate null, like the key, for no client certificate
 * @param key in PKCS#8
 */
record Tls(@Nullable Path authority, @Nullable Path certificate, @Nullable Path key) {
  static final Tls DEFAULT = new Tls(null, null, null);

  /** Creates the SSL context of a connection. */
  SslContext context() {
    var builder = GrpcSslContexts.forClient();
    try {
      if (authority != null) {
        builder.trustManager(authority.toFile());
      }
      if (certificate != null && key != null) {
        builder.keyManager(certificate.toFile(), key.toFile());
      }
      return builder.build();
    } catch (SSLException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "TLS: %s, %s, %s (expected: certificates and a PKCS#8 key in PEM)"
              .formatted(authority, certificate, key),
          e);
    }
  }
}
