package io.listwatch.informer;

import io.listwatch.model.Resource;

/**
 * How a user's class is made from an object's JSON, and back: usually by whatever serializer the
 * class was written for.
 *
 * <p>Thread-safe. A codec that cannot decode an object throws; whoever asked for the object gets
 * that, nobody else does.
 */
public interface ObjectCodec<T> {
  /** For those who read the JSON themselves. */
  static ObjectCodec<Resource> raw() {
    return RawCodec.INSTANCE;
  }

  /** A new value on each call. */
  T decode(Resource object);

  byte[] encode(T value);
}
