package io.listwatch.client.tls;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * An SSL context that uses a configured server name for SNI and hostname verification, instead of
 * the host in the URL: {@code tls-server-name}. The JDK's HTTP client always sets the host of the
 * URL, so the name has to be replaced below it.
 */
final class NamedTls extends SSLContext {
  NamedTls(SSLContext context, String name) {
    super(new Spi(context, name), context.getProvider(), context.getProtocol());
  }

  private static final class Spi extends SSLContextSpi {
    private final SSLContext context;
    private final String name;

    private Spi(SSLContext context, String name) {
      this.context = context;
      this.name = name;
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      return engineCreateSSLEngine(name, -1);
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      return new NamedTlsEngine(context.createSSLEngine(name, port), name);
    }

    @Override
    protected void engineInit(
        KeyManager @Nullable [] keys,
        TrustManager @Nullable [] trusted,
        @Nullable SecureRandom random)
        throws KeyManagementException {
      context.init(keys, trusted, random);
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      return context.getSocketFactory();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      return context.getServerSocketFactory();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      return context.getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      return context.getClientSessionContext();
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
      return context.getDefaultSSLParameters();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
      return context.getSupportedSSLParameters();
    }
  }
}
