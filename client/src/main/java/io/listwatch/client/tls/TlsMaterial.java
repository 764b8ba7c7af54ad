package io.listwatch.client.tls;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The contents of the files named by {@link TlsSettings}. Two instances are equal if all contents
 * are equal, so a comparison shows whether a file has been replaced.
 */
public final class TlsMaterial {
  private final byte @Nullable [] authorities;
  private final byte @Nullable [] certificate;
  private final byte @Nullable [] key;
  private final @Nullable String serverName;
  private final boolean insecure;

  private TlsMaterial(TlsSettings settings) {
    PemSource trusted = settings.authorities();
    ClientIdentity identity = settings.identity();
    authorities = trusted == null ? null : trusted.read();
    certificate = identity == null ? null : identity.certificate().read();
    key = identity == null ? null : identity.key().read();
    serverName = settings.serverName();
    insecure = settings.insecure();
  }

  /** Reads the current contents. */
  public static TlsMaterial read(TlsSettings settings) {
    return new TlsMaterial(settings);
  }

  byte @Nullable [] authorities() {
    return authorities;
  }

  /** Returns a string that identifies the trusted CA certificates. */
  public String trust() {
    if (authorities == null) {
      return insecure ? "anyone" : "whom the JVM trusts";
    }
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(authorities);
      return "sha256:" + HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("every JVM has it", impossible);
    }
  }

  byte @Nullable [] certificate() {
    return certificate;
  }

  byte @Nullable [] key() {
    return key;
  }

  @Nullable String serverName() {
    return serverName;
  }

  boolean insecure() {
    return insecure;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TlsMaterial that
        && Arrays.equals(authorities, that.authorities)
        && Arrays.equals(certificate, that.certificate)
        && Arrays.equals(key, that.key)
        && insecure == that.insecure
        && (serverName == null ? that.serverName == null : serverName.equals(that.serverName));
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(authorities) * 31 + Arrays.hashCode(certificate);
  }
}
