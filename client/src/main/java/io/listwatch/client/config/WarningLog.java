package io.listwatch.client.config;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports each distinct warning once, up to a number of warnings. */
final class WarningLog implements WarningHandler {
  private static final Logger log = LoggerFactory.getLogger(WarningLog.class);

  /**
   * Further warnings are logged at debug level: so many different ones probably contain object
   * names.
   */
  static final int MAX_KNOWN = 1000;

  private final Set<String> known = ConcurrentHashMap.newKeySet();
  private final Consumer<String> first;

  WarningLog() {
    this(text -> log.warn("Warning from the server: {}", text));
  }

  /**
   * @param first receives warnings that are new
   */
  WarningLog(Consumer<String> first) {
    this.first = first;
  }

  @Override
  public void warn(String text) {
    if (known.size() < MAX_KNOWN && known.add(text)) {
      first.accept(text);
    } else {
      log.debug("Repeated or further warning from the server: {}", text);
    }
  }
}
