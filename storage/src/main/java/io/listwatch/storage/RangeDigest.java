package io.listwatch.storage;

/**
 * The number of keys of a range, and a hash of the keys and their revisions. Digests of ranges that
 * differ in a key or a revision are different, except by a chance of 1 in 2^64.
 *
 * <p>The hash is a sum, so the order of the keys does not matter.
 *
 * @param keys the number of keys
 * @param hash the sum of the hashes of each key with its revision
 */
public record RangeDigest(long keys, long hash) {
  public static final RangeDigest EMPTY = new RangeDigest(0, 0);

  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  /** Returns the digest with one more key. */
  public RangeDigest with(Key key, long revision) {
    return new RangeDigest(keys + 1, hash + hash(key, revision));
  }

  /** FNV-1a of the key's bytes and the revision's, scrambled so that sums do not cancel out. */
  private static long hash(Key key, long revision) {
    long hash = FNV_OFFSET;
    for (byte each : key.bytes()) {
      hash = (hash ^ (each & 0xff)) * FNV_PRIME;
    }
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      hash = (hash ^ (revision >>> shift & 0xff)) * FNV_PRIME;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    return hash ^ (hash >>> 33);
  }
}
