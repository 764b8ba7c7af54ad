package io.listwatch.informer;

import io.listwatch.model.Resource;

/** The codec that returns resources as they are. */
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
