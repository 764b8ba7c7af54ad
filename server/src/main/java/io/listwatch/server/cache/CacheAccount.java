package io.listwatch.server.cache;

import io.listwatch.model.Resource;
import io.listwatch.server.resource.ListAccount;
import java.util.List;

/**
 * The account of one cache in a {@link CacheMemory}: the bytes of its objects, and of those that
 * are being read to replace them.
 *
 * <p>Threads: called by the cache's writer. The memory's lock guards the fields.
 */
final class CacheAccount implements ListAccount {
  /** Estimated bytes of an object besides its JSON: its header, and its place in the table. */
  static final int OVERHEAD = 512;

  private final CacheMemory memory;
  private final CacheResidency residency;
  private long bytes;
  private long objects;

  /** Bytes of the list that is being read. Used by the cache's writer only. */
  private long readBytes;

  private long readObjects;

  CacheAccount(CacheMemory memory, CacheResidency residency) {
    this.memory = memory;
    this.residency = residency;
  }

  static long size(Resource object) {
    return (long) object.size() + OVERHEAD;
  }

  CacheResidency residency() {
    return residency;
  }

  @Override
  public boolean read(List<Resource> page) {
    long more = page.stream().mapToLong(CacheAccount::size).sum();
    readBytes += more;
    readObjects += page.size();
    return memory.change(this, more, page.size(), false);
  }

  /** Drops the bytes of the previous list, which failed. */
  @Override
  public void begin() {
    if (readObjects > 0) {
      boolean unused = memory.change(this, -readBytes, -readObjects, false);
      readBytes = 0;
      readObjects = 0;
    }
  }

  /**
   * Records that the listed objects have replaced the previous ones.
   *
   * @param moreBytes bytes of all objects, less those of the replaced ones
   */
  void filled(long moreBytes, long moreObjects) {
    long read = readBytes;
    long count = readObjects;
    readBytes = 0;
    readObjects = 0;
    boolean unused = memory.change(this, moreBytes - read, moreObjects - count, true);
  }

  void changed(long moreBytes, int moreObjects) {
    boolean unused = memory.change(this, moreBytes, moreObjects, false);
  }

  /** Drops the cache, whose writer has ended because of an error. */
  void abandon(Throwable death) {
    memory.abandon(this, death);
  }

  /** Called with the memory's lock. */
  void add(long moreBytes, long moreObjects) {
    bytes += moreBytes;
    objects += moreObjects;
  }

  long bytes() {
    return bytes;
  }

  /** Returns the average size of an object, at least that of an empty one. */
  long average() {
    return objects <= 0 ? OVERHEAD : Math.max(OVERHEAD, bytes / objects);
  }
}
