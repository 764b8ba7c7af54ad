package io.listwatch.server.http.encoding;

import io.listwatch.model.Resource;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The encodings of objects that several watches are sent at about the same time, so that each is
 * made once: the frames of live events, and the forms of objects that take work to make.
 *
 * <p>Each object has one place, by its identity, and the last one there stays: at most {@value
 * #PLACES} encodings of about {@value #LARGEST} bytes.
 *
 * <p>Thread-safe, without a lock: two threads that miss at once both encode.
 */
public final class FrameCache {
  private static final int PLACES = 512;

  /** How large an object may be that is kept. */
  static final int LARGEST = 32 * 1024;

  /** More than a frame has besides its object. */
  private static final int FRAMING = 64;

  private final AtomicReferenceArray<@Nullable Entry> entries = new AtomicReferenceArray<>(PLACES);

  /** The object in this form, encoded now if nobody has before. */
  byte[] get(Resource object, Form form, Supplier<byte[]> encode) {
    int place = (System.identityHashCode(object) * 31 + form.hashCode()) & (PLACES - 1);
    Entry known = entries.get(place);
    if (known != null && known.holds(object, form)) {
      return known.bytes;
    }
    byte[] bytes = encode.get();
    if (bytes.length <= LARGEST + FRAMING) {
      entries.set(place, new Entry(object, form, bytes));
    }
    return bytes;
  }

  /** What objects are encoded as. */
  enum Form {
    /** The whole frame of the event. */
    MODIFIED,
    /** The whole frame of the event. */
    DELETED,
    ASCII,
    METADATA,
    ASCII_METADATA,
    PROTOBUF,
    PROTOBUF_METADATA
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

    /** Watches are given the same instance for the same change; an equal one would do as well. */
    @SuppressWarnings("ReferenceEquality") // comparing the bytes would cost what is to be saved
    boolean holds(Resource other, Form otherForm) {
      return object == other && form == otherForm;
    }
  }
}
