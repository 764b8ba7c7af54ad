package io.listwatch.server.fairness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The requests that share one hand of queues: those of one FlowSchema and, depending on the schema,
 * one user or one namespace.
 *
 * @param distinguisher the name of the user or the namespace; empty if the schema has no
 *     distinguisher
 */
record Flow(FlowSchema schema, String distinguisher) {
  /** Returns kube-apiserver's hash of the flow. */
  long hash() {
    MessageDigest digest = sha256();
    digest.update(schema.name().getBytes(UTF_8));
    digest.update((byte) 0);
    byte[] hash = digest.digest(distinguisher.getBytes(UTF_8));
    return ByteBuffer.wrap(hash).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
