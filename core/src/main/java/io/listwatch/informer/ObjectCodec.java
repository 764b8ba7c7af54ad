package io.listwatch.informer;

import io.listwatch.model.Resource;

/**
 * Converts between an object's JSON and a user's class, usually with the serializer that the class
 * was written for.
 *
 * <p>Thread-safe. If a codec cannot decode an object, it throws; only the caller that requested the
 * object gets the exception.
 */
public interface ObjectCodec<T> {
  /** Returns a codec for users that read the JSON themselves. */
  static ObjectCodec<Resource> raw() {
    return RawCodec.INSTANCE;
  }

  /** Decodes an object, into a new value on each call. */
  T decode(Resource object);

  byte[] encode(T value);
}
