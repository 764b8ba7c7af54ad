package io.listwatch.server.resource;

import io.listwatch.model.Resource;
import java.util.List;

/** Follows the memory that a list takes while it is read page by page. Used by one thread. */
public interface ListAccount {
  /** Lists everything, however much it is. */
  ListAccount UNLIMITED =
      new ListAccount() {
        @Override
        public void begin() {}

        @Override
        public boolean read(List<Resource> page) {
          return true;
        }
      };

  /** A list begins. The one before has replaced the collection, or failed. */
  void begin();

  /** A page has been read. Returns false if no other page may be read. */
  boolean read(List<Resource> page);
}
