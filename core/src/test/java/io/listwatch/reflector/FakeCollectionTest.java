package io.listwatch.reflector;

import io.listwatch.model.Resource;

/** The fake source of the tests fulfils the same contract as real ones. */
final class FakeCollectionTest extends ListerWatcherContract {
  private final FakeCollection collection = new FakeCollection();

  @Override
  protected ListerWatcher source() {
    return collection;
  }

  @Override
  protected Resource put(String name, String text) {
    return collection.put(name, text);
  }

  @Override
  protected void delete(String name) {
    collection.delete(name);
  }

  @Override
  protected void compact() {
    collection.compact();
  }
}
