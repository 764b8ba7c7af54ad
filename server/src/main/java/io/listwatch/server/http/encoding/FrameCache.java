package io.listwatch.server.http.encoding;

import io.listwatch.model.Resource;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
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

  /** Upper bound of the bytes that a frame has besides its object. */
  private static final int FRAMING = 64;

  private final AtomicReferenceArray<@Nullable Entry> entries = new AtomicReferenceArray<>(PLACES);

  /**
   * Returns the object in this form; encodes it if it is not cached.
   *
   * @param lean true to leave out managedFields
   */
  byte[] get(Resource object, Form form, boolean lean) {
    return get(object, form, lean, each -> form.encode(each, lean));
  }

  /** Like {@link #get(Resource, Form, boolean)}, for a form that the caller encodes. */
  byte[] get(Resource object, Form form, boolean lean, Function<Resource, byte[]> encode) {
    byte[] known = find(object, form, lean);
    if (known != null) {
      return known;
    }
    byte[] bytes = encode.apply(object);
    put(object, form, lean, bytes);
    return bytes;
  }

  /** Returns the object in this form; null if it is not cached. */
  byte @Nullable [] find(Resource object, Form form, boolean lean) {
    Entry known = entries.get(place(object, form, lean));
    return known != null && known.holds(object, form, lean) ? known.bytes : null;
  }

  /** Caches the object in this form, unless it is too large. */
  void put(Resource object, Form form, boolean lean, byte[] bytes) {
    if (bytes.length <= LARGEST + FRAMING) {
      entries.set(place(object, form, lean), new Entry(object, form, lean, bytes));
    }
  }

  private static int place(Resource object, Form form, boolean lean) {
    int hash = System.identityHashCode(object) * 31 + form.hashCode() + (lean ? 1 : 0);
    return hash & (PLACES - 1);
  }

  /** The cached encodings. */
  enum Form {
    /** The whole frame of an ADDED event. */
    ADDED,
    /** The whole frame of a MODIFIED event. */
    MODIFIED,
    /** The whole frame of a DELETED event. */
    DELETED,
    /** Frames with a delta, which {@link DeltaFrames} encodes; empty if the event is sent whole. */
    MODIFIED_DELTA,
    DELETED_DELTA,
    MODIFIED_METADATA_DELTA,
    DELETED_METADATA_DELTA,
    ASCII,
    METADATA,
    ASCII_METADATA,
    PROTOBUF_METADATA,
    /** The whole frames of events in protobuf, with and without their length. */
    PROTOBUF_ADDED,
    PROTOBUF_MODIFIED,
    PROTOBUF_DELETED,
    PROTOBUF_ADDED_MESSAGE,
    PROTOBUF_MODIFIED_MESSAGE,
    PROTOBUF_DELETED_MESSAGE;

    private byte[] encode(Resource object, boolean lean) {
      return switch (this) {
        case ADDED -> EventType.ADDED.frame(object, lean);
        case MODIFIED -> EventType.MODIFIED.frame(object, lean);
        case DELETED -> EventType.DELETED.frame(object, lean);
        case ASCII -> AsciiJson.escape(json(object, lean));
        case METADATA -> PartialMetadata.of(object, lean);
        case ASCII_METADATA -> AsciiJson.escape(PartialMetadata.of(object, lean));
        case PROTOBUF_METADATA -> ProtobufDocument.of(PartialMetadata.of(object, lean));
        case MODIFIED_DELTA,
            DELETED_DELTA,
            MODIFIED_METADATA_DELTA,
            DELETED_METADATA_DELTA,
            PROTOBUF_ADDED,
            PROTOBUF_MODIFIED,
            PROTOBUF_DELETED,
            PROTOBUF_ADDED_MESSAGE,
            PROTOBUF_MODIFIED_MESSAGE,
            PROTOBUF_DELETED_MESSAGE ->
            throw new IllegalArgumentException(
                "form: %s (expected: one that needs no encoder)".formatted(this));
      };
    }

    private static byte[] json(Resource object, boolean lean) {
      return (lean ? object.withoutManagedFields() : object).toByteArray();
    }
  }

  private static final class Entry {
    private final Resource object;
    private final Form form;
    private final boolean lean;
    private final byte[] bytes;

    Entry(Resource object, Form form, boolean lean, byte[] bytes) {
      this.object = object;
      this.form = form;
      this.lean = lean;
      this.bytes = bytes;
    }

    /**
     * Compares identities: watches get the same instance for the same change. An equal but
     * different instance only misses the cache.
     */
    @SuppressWarnings("ReferenceEquality") // comparing bytes would cost as much as the cache saves
    boolean holds(Resource other, Form otherForm, boolean otherLean) {
      return object == other && form == otherForm && lean == otherLean;
    }
  }
}
