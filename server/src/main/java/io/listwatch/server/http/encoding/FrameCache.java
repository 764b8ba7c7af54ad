package io.listwatch.server.http.encoding;

import io.listwatch.model.Resource;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A cache of encoded objects that several watches send at about the same time: frames of live
 * events, and forms of objects that are expensive to encode.
 *
 * <p>Each object has one slot, by its identity hash, and the last object in a slot wins: at most
 * {@value #PLACES} encodings of about {@value #LARGEST} bytes.
 *
 * <p>Thread-safe, without a lock: two threads that miss at the same time both encode.
 */
public final class FrameCache {
  private static final int PLACES = 512;

  /** Maximum size of an object whose encoding is cached. */
  static final int LARGEST = 32 * 1024;

  /** More than a frame has besides its object. */
  private static final int FRAMING = 64;

  private final AtomicReferenceArray<@Nullable Entry> entries = new AtomicReferenceArray<>(PLACES);

  /** Returns the object in this form; encodes it if it is not cached. */
  byte[] get(Resource object, Form form) {
    int place = (System.identityHashCode(object) * 31 + form.hashCode()) & (PLACES - 1);
    Entry known = entries.get(place);
    if (known != null && known.holds(object, form)) {
      return known.bytes;
    }
    byte[] bytes = form.encode(object);
    if (bytes.length <= LARGEST + FRAMING) {
      entries.set(place, new Entry(object, form, bytes));
    }
    return bytes;
  }

  /** The cached encodings. */
  enum Form {
    /** The whole frame of a MODIFIED event. */
    MODIFIED,
    /** The whole frame of a DELETED event. */
    DELETED,
    ASCII,
    METADATA,
    ASCII_METADATA,
    PROTOBUF,
    PROTOBUF_METADATA;

    private byte[] encode(Resource object) {
      return switch (this) {
        case MODIFIED -> EventType.MODIFIED.frame(object);
        case DELETED -> EventType.DELETED.frame(object);
        case ASCII -> AsciiJson.escape(object.toByteArray());
        case METADATA -> PartialMetadata.of(object);
        case ASCII_METADATA -> AsciiJson.escape(PartialMetadata.of(object));
        case PROTOBUF -> ProtobufDocument.of(object.toByteArray());
        case PROTOBUF_METADATA -> ProtobufDocument.of(PartialMetadata.of(object));
      };
    }
  }

  private static final class Entry {
    private final Resource object;
    private final Form form;
    private final byte[] bytes;

    Entry(Resource object, Form form, byte[] bytes) {
      this.object = object;
      this.form = form;
      this.bytes = bytes;
    }

    /**
     * Compares identities: watches get the same instance for the same change, and another equal one
     * would only miss.
     */
    @SuppressWarnings("ReferenceEquality") // comparing the bytes would cost what the cache saves
    boolean holds(Resource other, Form otherForm) {
      return object == other && form == otherForm;
    }
  }
}
