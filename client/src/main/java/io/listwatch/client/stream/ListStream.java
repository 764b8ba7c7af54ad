package io.listwatch.client.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.model.MalformedException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceReader;
import io.listwatch.model.UnreadableObject;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Parses a list object by object, each as soon as it has arrived, so that a list may have any
 * length.
 *
 * <p>The list is split in two: the members of {@code items}, each parsed by itself, and the rest,
 * which is parsed at the end as a list without items. Not thread-safe; for one list.
 */
public final class ListStream {
  /** Maximum size of an object, the same as for a watch frame. */
  private static final int MAX_OBJECT = WatchFrames.MAX_FRAME;

  /** Maximum size of a list without its items. */
  private static final int MAX_REST = 1 << 20;

  private static final int PIECE = 32 << 10;
  private static final byte[] BRACE = {'{'};
  private static final byte[] ITEMS = "\"items\"".getBytes(UTF_8);
  private static final byte[] OPEN = "{\"items\":[".getBytes(UTF_8);
  private static final byte[] CLOSE = "]}".getBytes(UTF_8);

  private final Consumer<? super Resource> objects;
  private final Consumer<UnreadableObject> unreadable;

  private final TypeMeta typeMeta;

  private final JsonNesting nesting = new JsonNesting();
  private final GrowingBytes rest = new GrowingBytes("a list without its items", MAX_REST);
  private final GrowingBytes item = new GrowingBytes("an object", MAX_OBJECT);

  /** Start, in the rest, of the last member name at the list's top level. */
  private int name;

  private boolean nameIsItems;
  private boolean inItems;
  private boolean itemsAreSilent;

  /**
   * @param apiVersion for objects without one
   * @param kind for objects without one
   * @param objects receives each object
   * @param unreadable receives objects that cannot be parsed
   */
  public ListStream(
      String apiVersion,
      String kind,
      Consumer<? super Resource> objects,
      Consumer<UnreadableObject> unreadable) {
    this.objects = objects;
    this.unreadable = unreadable;
    this.typeMeta = new TypeMeta(apiVersion, kind);
  }

  /** Reads the stream to its end and returns the list without its items. */
  public ResourceList read(InputStream stream) throws IOException {
    var piece = new byte[PIECE];
    for (int size = stream.read(piece); size >= 0; size = stream.read(piece)) {
      add(piece, size);
    }
    byte[] json = rest.take();
    ResourceList list = ResourceReader.PLAIN.list(json, 0, json.length);
    // Items under a name with another spelling, such as escapes, are in the rest.
    list.items().forEach(objects);
    list.unreadable().forEach(unreadable);
    return list;
  }

  private void add(byte[] piece, int size) {
    int at = 0;
    while (at < size) {
      at = inItems ? addItems(piece, at, size) : addRest(piece, at, size);
    }
  }

  /** Consumes the list up to the start of its items. */
  private int addRest(byte[] piece, int from, int to) {
    int at = from;
    while (at < to && !inItems) {
      byte c = piece[at++];
      boolean wasQuoted = nesting.quoted();
      nesting.pass(c);
      rest.add(c);
      if (nesting.depth() == 1 && !wasQuoted && c == '"') {
        name = rest.length() - 1;
      } else if (nesting.depth() == 1 && wasQuoted && !nesting.quoted()) {
        nameIsItems = rest.endsWith(name, ITEMS);
      } else if (nesting.depth() == 2 && c == '[' && !nesting.quoted()) {
        inItems = nameIsItems;
      }
    }
    return at;
  }

  /** Consumes bytes of the items array, between items or within one. */
  private int addItems(byte[] piece, int from, int to) {
    int at = from;
    if (item.isEmpty()) {
      while (at < to && (JsonNesting.isSpace(piece[at]) || piece[at] == ',')) {
        at++;
      }
      if (at == to) {
        return at;
      }
      if (piece[at] != '{') {
        return endItems(piece[at], at);
      }
      nesting.pass(piece[at++]);
      byte[] beginning = itemsAreSilent ? typeMeta.beginning() : BRACE;
      item.add(beginning, 0, beginning.length);
    }
    int end = nesting.passUntil(2, piece, at, to);
    item.add(piece, at, end);
    if (nesting.depth() == 2 && !nesting.quoted()) {
      readItem(item.take());
    }
    return end;
  }

  private int endItems(byte c, int at) {
    if (c != ']') {
      throw new MalformedException("items: a value that is not an object (expected: objects)");
    }
    nesting.pass(c);
    rest.add(c);
    inItems = false;
    nameIsItems = false;
    return at + 1;
  }

  /**
   * Reads an item. After the first item without a {@code kind}, items are read into an array that
   * already begins with {@code kind} and {@code apiVersion}, which saves a copy of each.
   */
  private void readItem(byte[] json) {
    Resource object = parse(json);
    if (object == null) {
      putAside(itemsAreSilent ? typeMeta.removeBeginning(json) : json);
    } else if (object.kind().isEmpty() && !itemsAreSilent) {
      itemsAreSilent = true;
      readItem(typeMeta.add(json));
    } else {
      objects.accept(object);
    }
  }

  private static @Nullable Resource parse(byte[] json) {
    try {
      return ResourceReader.PLAIN.resource(json, 0, json.length);
    } catch (MalformedException poison) {
      return null;
    }
  }

  /** Parses an unreadable item as a list of one item, which puts it aside. */
  private void putAside(byte[] json) {
    var list = new GrowingBytes("an object", MAX_OBJECT + OPEN.length + CLOSE.length);
    list.add(OPEN, 0, OPEN.length);
    list.add(json, 0, json.length);
    list.add(CLOSE, 0, CLOSE.length);
    byte[] whole = list.take();
    ResourceList one = ResourceReader.PLAIN.list(whole, 0, whole.length);
    one.items().forEach(objects);
    one.unreadable().forEach(unreadable);
  }
}
