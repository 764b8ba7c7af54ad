package io.listwatch.server.http.encoding;

import io.listwatch.model.Resource;
import io.listwatch.server.http.request.IncludedObject;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.ResourceDefinition;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;

/**
 * Encodes the objects of one resource in one representation, alone and as a list. A list is written
 * in pieces: its head, each item, its tail.
 */
public interface ObjectForm {
  /**
   * Returns the form for the negotiated representation.
   *
   * @param now for the ages in tables
   */
  static ObjectForm of(
      Representation representation,
      ResourceDefinition definition,
      IncludedObject included,
      KeptMessages kept,
      Instant now) {
    if (representation.format() == Representation.Format.PROTOBUF) {
      return ProtobufForm.of(representation, definition, kept);
    }
    ObjectForm json =
        switch (representation.shape()) {
          case OBJECT -> new PlainForm(definition, representation.lean());
          case METADATA, METADATA_LIST ->
              new MetadataForm(representation.metaVersion(), representation.lean());
          case TABLE -> new TableForm(definition, representation, included, now);
        };
    return representation.format() == Representation.Format.YAML ? new YamlForm(json) : json;
  }

  void writeObject(Resource object, OutputStream out) throws IOException;

  void writeHead(ListHead head, OutputStream out) throws IOException;

  void writeItem(Resource item, boolean first, OutputStream out) throws IOException;

  void writeTail(ListHead head, boolean empty, OutputStream out) throws IOException;

  /** True if a list can be written only after its items have been measured. */
  default boolean needsMeasure() {
    return false;
  }

  /** Returns the length of an item in a list, in bytes. */
  default long measure(Resource item) throws IOException {
    return 0;
  }

  /** Returns the result of {@link #measure} if it is known without encoding the item, else -1. */
  default long knownLength(Resource item) {
    return -1;
  }

  /** Returns the form for one list whose items have this total length. */
  default ObjectForm measured(long itemsLength) {
    return this;
  }
}
