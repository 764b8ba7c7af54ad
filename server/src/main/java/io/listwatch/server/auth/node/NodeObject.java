package io.listwatch.server.auth.node;

import io.listwatch.model.ResourceKey;

/** An object that a {@link NodeGraph} can relate to nodes. */
record NodeObject(Kind kind, ResourceKey key) {
  /** The kinds of objects in a {@link NodeGraph}. */
  enum Kind {
    CONFIG_MAP,
    SECRET,
    POD,
    CLAIM,
    VOLUME,
    RESOURCE_CLAIM,
    SERVICE_ACCOUNT,
    ATTACHMENT,
    RESOURCE_SLICE
  }
}
