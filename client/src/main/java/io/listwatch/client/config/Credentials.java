package io.listwatch.client.config;

/**
 * The source of a client's {@link Credential}, called for each request.
 *
 * <p>Thread-safe. Failures are {@link io.listwatch.model.ApiException}s.
 */
@FunctionalInterface
public interface Credentials {
  /** No credential, or only the configured client certificate. */
  Credentials NONE = always(Credential.NONE);

  /** Always returns this credential. */
  static Credentials always(Credential credential) {
    return () -> credential;
  }

  /** Returns the current credential. May wait for a file or a program, for a bounded time. */
  Credential current() throws InterruptedException;

  /**
   * Called when a server has responded with 401 to {@code refused}. A cached credential must not be
   * used again.
   */
  default void rejected(Credential refused) {}
}
