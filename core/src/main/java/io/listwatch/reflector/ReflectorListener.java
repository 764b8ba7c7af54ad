package io.listwatch.reflector;

import io.listwatch.model.UnreadableObject;

/**
 * Who wants to know how a reflector fares. Called on the reflector's thread, which waits: be quick.
 * What a listener throws is logged and otherwise ignored.
 */
public interface ReflectorListener {
  /** Nobody wants to know. */
  ReflectorListener NONE = new ReflectorListener() {};

  default void onStateChange(ReflectorState from, ReflectorState to) {}

  /**
   * Something failed: a list, the opening of a watch, a stream, the store. The reflector goes on by
   * itself; an expired version is reported too, though it is a normal way for a watch to end.
   */
  default void onError(Exception error) {}

  /** An object could not be read and was put aside. What was known of it before stays as it was. */
  default void onUnreadable(UnreadableObject object) {}
}
