package io.listwatch.server.auth.node;

import io.listwatch.model.ResourceKey;

/** An object that a node may be related to. */
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
