package io.listwatch.client.config;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells of each warning when it is first heard, as long as there are not too many to remember. */
final class WarningLog implements WarningHandler {
  private static final Logger log = LoggerFactory.getLogger(WarningLog.class);

  /** Beyond it warnings are only for those who look closely: they must name what changes. */
  static final int MAX_KNOWN = 1000;

  private final Set<String> known = ConcurrentHashMap.newKeySet();
  private final Consumer<String> first;

  WarningLog() {
    this(text -> log.warn("The server warns: {}", text));
  }

  /**
   * @param first told of what was not heard before
   */
  WarningLog(Consumer<String> first) {
    this.first = first;
  }

  @Override
  public void warn(String text) {
    if (known.size() < MAX_KNOWN && known.add(text)) {
      first.accept(text);
    } else {
      log.debug("The server warns again: {}", text);
    }
  }
}
