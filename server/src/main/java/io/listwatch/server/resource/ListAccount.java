package io.listwatch.server.resource;

import io.listwatch.model.Resource;
import java.util.List;

/** Follows the memory that a list takes while it is read page by page. Used by one thread. */
public interface ListAccount {
  /** Sets no limit. */
  ListAccount UNLIMITED =
      new ListAccount() {
        @Override
        public void begin() {}

        @Override
        public boolean read(List<Resource> page) {
          return true;
        }
      };

  /** Called when a list begins. The previous list has replaced the collection, or failed. */
  void begin();

  /** Called when a page has been read. Returns false to abort the list. */
  boolean read(List<Resource> page);
}
