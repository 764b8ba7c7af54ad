package io.listwatch.client.warm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.errorprone.annotations.FormatMethod;
import io.listwatch.informer.StoreKeeper;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceVersion;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The file format of a saved store. Objects are stored as their JSON, one after the other; neither
 * writing nor reading needs more memory than the objects themselves.
 *
 * <pre>
 *   "LWSTORE\n"  format  binding  version  count  count objects  checksum  marks
 *                int     string   string   int    string each    long
 * </pre>
 *
 * <p>A mark is a resource version, as a string, at which the objects were still the same, and a
 * checksum. Each checksum is the CRC-32C of all bytes before it. Bytes after the last complete mark
 * are ignored: the program that wrote them did not finish.
 *
 * <p>Numbers are big-endian; a string is an int, its length, and that many bytes of UTF-8.
 */
final class StoreFormat {
  private static final byte[] MAGIC = "LWSTORE\n".getBytes(UTF_8);
  private static final int FORMAT = 1;
  private static final int BUFFER = 64 << 10;
  private static final int MAX_BINDING = 1 << 20;
  private static final int MAX_VERSION = 1 << 10;

  /** Maximum size of an object, the same as for a response. */
  private static final int MAX_OBJECT = 64 << 20;

  private StoreFormat() {}

  /** Writes a store and returns the checksum, from which marks continue. */
  static CRC32C write(OutputStream stream, StoreBinding binding, StoreKeeper.Contents contents)
      throws IOException {
    var checksum = new CRC32C();
    var checked = new CheckedOutputStream(new BufferedOutputStream(stream, BUFFER), checksum);
    var out = new DataOutputStream(checked);
    out.write(MAGIC);
    out.writeInt(FORMAT);
    writeText(out, binding.text());
    writeText(out, contents.version().toString());
    out.writeInt(contents.objects().size());
    for (Resource object : contents.objects()) {
      out.writeInt(object.size());
      object.writeTo(out);
    }
    out.writeLong(checksum.getValue());
    out.flush();
    return checksum;
  }

  /**
   * @param checksum of all bytes written before; updated
   */
  static void mark(OutputStream stream, ResourceVersion version, CRC32C checksum)
      throws IOException {
    var out =
        new DataOutputStream(new CheckedOutputStream(new BufferedOutputStream(stream), checksum));
    writeText(out, version.toString());
    out.writeLong(checksum.getValue());
    out.flush();
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /**
   * @throws IOException if the file cannot be read, is damaged, or has another binding; the message
   *     names the reason
   */
  static ResourceList read(InputStream stream, StoreBinding wanted) throws IOException {
    try {
      return readWhole(stream, wanted);
    } catch (EOFException e) {
      throw new IOException("the file is truncated", e);
    }
  }

  private static ResourceList readWhole(InputStream stream, StoreBinding wanted)
      throws IOException {
    var checked = new CheckedInputStream(new BufferedInputStream(stream, BUFFER), new CRC32C());
    var in = new DataInputStream(checked);
    require(Arrays.equals(readBytes(in, MAGIC.length), MAGIC), "it is not a saved store");
    int format = in.readInt();
    require(format == FORMAT, "format: %d (expected: %d)", format, FORMAT);
    String difference = StoreBinding.parse(readText(in, MAX_BINDING)).differenceFrom(wanted);
    require(difference == null, "%s", difference);
    ResourceVersion version = ResourceVersion.of(readText(in, MAX_VERSION));
    require(!version.isUnset(), "it has no version");
    List<Resource> objects = readObjects(in);
    long checksum = checked.getChecksum().getValue();
    require(in.readLong() == checksum, "its checksum is wrong");
    return ResourceList.of(objects, lastMark(in, checked, version));
  }

  private static ResourceVersion lastMark(
      DataInputStream in, CheckedInputStream checked, ResourceVersion first) {
    ResourceVersion last = first;
    try {
      while (true) {
        String version = readText(in, MAX_VERSION);
        long checksum = checked.getChecksum().getValue();
        require(in.readLong() == checksum && !version.isEmpty(), "no mark");
        last = ResourceVersion.of(version);
      }
    } catch (IOException noMore) {
      return last;
    }
  }

  private static List<Resource> readObjects(DataInputStream in) throws IOException {
    int count = in.readInt();
    require(count >= 0, "count: %d (expected: 0 or more)", count);
    var objects = new ArrayList<Resource>();
    for (int i = 0; i < count; i++) {
      byte[] json = readBytes(in, readLength(in, MAX_OBJECT));
      try {
        objects.add(Resource.parse(json).compact());
      } catch (RuntimeException unreadable) {
        throw new IOException("object %d: %s".formatted(i, unreadable.getMessage()), unreadable);
      }
    }
    return objects;
  }

  private static String readText(DataInputStream in, int max) throws IOException {
    return new String(readBytes(in, readLength(in, max)), UTF_8);
  }

  private static int readLength(DataInputStream in, int max) throws IOException {
    int length = in.readInt();
    require(length >= 0 && length <= max, "length: %d (expected: 0 to %d)", length, max);
    return length;
  }

  /** Allocates as bytes arrive, so that a damaged length cannot exhaust memory. */
  private static byte[] readBytes(DataInputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return bytes;
  }

  /** Called for every object, so the message is formatted only on failure. */
  @FormatMethod
  private static void require(boolean held, String otherwise, @Nullable Object... values)
      throws IOException {
    if (!held) {
      throw new IOException(otherwise.formatted(values));
    }
  }
}
