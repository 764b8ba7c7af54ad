package io.listwatch.reflector;

import io.listwatch.model.UnreadableObject;

/**
 * Is notified of a reflector's state changes and failures. Called on the reflector's thread, which
 * waits for it: return fast. An exception from a listener is logged and otherwise ignored.
 */
public interface ReflectorListener {
  /** Ignores all notifications. */
  ReflectorListener NONE = new ReflectorListener() {};

  default void onStateChange(ReflectorState from, ReflectorState to) {}

  /**
   * Called when a list, the opening of a watch, a stream or the store failed. The reflector
   * recovers by itself. An expired version is reported too, though it is a normal way for a watch
   * to end.
   */
  default void onError(Exception error) {}

  /**
   * Called when an object could not be read and was put aside. Its previous state stays in the
   * store.
   */
  default void onUnreadable(UnreadableObject object) {}
}
