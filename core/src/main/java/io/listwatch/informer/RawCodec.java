package io.listwatch.informer;

import io.listwatch.model.Resource;

/** Decodes nothing. */
enum RawCodec implements ObjectCodec<Resource> {
  INSTANCE;

  @Override
  public Resource decode(Resource object) {
    return object;
  }

  @Override
  public byte[] encode(Resource value) {
    return value.toByteArray();
  }
}
