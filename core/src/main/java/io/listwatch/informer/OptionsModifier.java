package io.listwatch.informer;

import io.listwatch.model.ListOptions;
import io.listwatch.model.WatchOptions;

/** Changes the options of every list and watch of an informer, just before the request. */
public interface OptionsModifier {
  /** Changes nothing. */
  OptionsModifier NOTHING = new OptionsModifier() {};

  default ListOptions list(ListOptions options) {
    return options;
  }

  default WatchOptions watch(WatchOptions options) {
    return options;
  }
}
