package io.listwatch.server.http.encoding;

import io.listwatch.model.Resource;
import io.listwatch.server.http.request.IncludedObject;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.ResourceDefinition;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;

/**
 * How the objects of one resource are written in one representation, alone and as a list. A list is
 * written piece by piece: its head, each item, its tail.
 */
public interface ObjectForm {
  /**
   * The form that was agreed on.
   *
   * @param now what ages are measured against
   */
  static ObjectForm of(
      Representation representation,
      ResourceDefinition definition,
      IncludedObject included,
      Instant now) {
    if (representation.format() == Representation.Format.PROTOBUF) {
      return ProtobufForm.of(representation, definition);
    }
    ObjectForm json =
        switch (representation.shape()) {
          case OBJECT -> new PlainForm(definition);
          case METADATA, METADATA_LIST -> new MetadataForm(representation.metaVersion());
          case TABLE -> new TableForm(definition, representation.metaVersion(), included, now);
        };
    return representation.format() == Representation.Format.YAML ? new YamlForm(json) : json;
  }

  void writeObject(Resource object, OutputStream out) throws IOException;

  void writeHead(ListHead head, OutputStream out) throws IOException;

  void writeItem(Resource item, boolean first, OutputStream out) throws IOException;

  /** Closes a list. */
  void writeTail(ListHead head, boolean empty, OutputStream out) throws IOException;

  /** Whether a list can only be written once it is known what its items take. */
  default boolean needsMeasure() {
    return false;
  }

  /** What an item takes in a list, in bytes. */
  default long measure(Resource item) throws IOException {
    return 0;
  }

  /** The form for one list whose items take so many bytes. */
  default ObjectForm measured(long itemsLength) {
    return this;
  }
}
