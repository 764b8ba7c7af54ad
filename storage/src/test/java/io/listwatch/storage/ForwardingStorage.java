package io.listwatch.storage;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** Forwards all calls to another storage; for tests that override some of them. */
public class ForwardingStorage implements Storage {
  private final Storage storage;

  public ForwardingStorage(Storage storage) {
    this.storage = storage;
  }

  @Override
  public int maxValueBytes() {
    return storage.maxValueBytes();
  }

  @Override
  public boolean remote() {
    return storage.remote();
  }

  @Override
  public StoredFormat format() {
    return storage.format();
  }

  @Override
  public CompletionStage<Void> setFormat(StoredFormat format) {
    return storage.setFormat(format);
  }

  @Override
  public Optional<StorageUsage> usage() {
    return storage.usage();
  }

  @Override
  public CompletionStage<Long> create(Key key, byte[] value, Lifetime lifetime) {
    return storage.create(key, value, lifetime);
  }

  @Override
  public CompletionStage<Long> update(
      Key key, byte[] value, long expectedRevision, Lifetime lifetime) {
    return storage.update(key, value, expectedRevision, lifetime);
  }

  @Override
  public CompletionStage<Long> put(Key key, byte[] value, Lifetime lifetime) {
    return storage.put(key, value, lifetime);
  }

  @Override
  public CompletionStage<Long> delete(Key key, long expectedRevision) {
    return storage.delete(key, expectedRevision);
  }

  @Override
  public CompletionStage<OptionalLong> delete(Key key) {
    return storage.delete(key);
  }

  @Override
  public Optional<StoredEntry> get(Key key) {
    return storage.get(key);
  }

  @Override
  public Optional<StoredEntry> get(Key key, long revision) {
    return storage.get(key, revision);
  }

  @Override
  public RangePage range(KeyRange range, int limit) {
    return storage.range(range, limit);
  }

  @Override
  public RangePage range(KeyRange range, int limit, long revision) {
    return storage.range(range, limit, revision);
  }

  @Override
  public long count(KeyRange range) {
    return storage.count(range);
  }

  @Override
  public long count(KeyRange range, long revision) {
    return storage.count(range, revision);
  }

  @Override
  public Optional<Duration> timeToLive(Key key) {
    return storage.timeToLive(key);
  }

  @Override
  public CompletionStage<Long> currentRevision() {
    return storage.currentRevision();
  }

  @Override
  public CompletionStage<Boolean> keeps(long revision) {
    return storage.keeps(revision);
  }

  @Override
  public StorageWatch watch(KeyRange range, long after, Runnable onReadable) {
    return storage.watch(range, after, onReadable);
  }

  @Override
  public boolean reportsProgress() {
    return storage.reportsProgress();
  }

  @Override
  public CompletionStage<Void> compact(long revision) {
    return storage.compact(revision);
  }

  @Override
  public CompletionStage<Void> advanceTo(long revision) {
    return storage.advanceTo(revision);
  }

  @Override
  public void close() {
    storage.close();
  }
}
