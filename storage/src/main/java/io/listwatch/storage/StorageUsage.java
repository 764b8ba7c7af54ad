package io.listwatch.storage;

/**
 * The space that a storage uses.
 *
 * @param bytes bytes in use, history included
 * @param quota maximum of {@code bytes}; zero if there is none
 * @param logBytes bytes of the write-ahead log, which do not count towards the quota
 * @param full true while writes that need more space fail with {@link StorageFullException}
 */
public record StorageUsage(long bytes, long quota, long logBytes, boolean full) {}
