package io.listwatch.client.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.MalformedException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceReader;
import io.listwatch.model.UnreadableObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Lists are parsed object by object, independent of the pieces in which they arrive. */
final class ListStreamTest {
  private final List<Resource> objects = new ArrayList<>();
  private final List<UnreadableObject> unreadable = new ArrayList<>();

  @Test
  void resultDoesNotDependOnThePieces() throws Exception {
    String json =
        """
        {"kind":"NoteList", "apiVersion":"v1",
         "metadata":{"resourceVersion":"7","continue":"a]}\\"b", "items":[1,[2]]},
         "items": [
           {"kind":"Note","apiVersion":"v1","metadata":{"name":"ä€😀 \\\\\\" ]}","x":["]",{}]}},
           {"kind":"Note","apiVersion":"v1","metadata":{"name":"b","resourceVersion":"5"}}
         ] , "more":{"items":[{"no":1}]}}
        """;
    byte[] bytes = json.getBytes(UTF_8);
    ResourceList whole = ResourceReader.PLAIN.list(bytes, 0, bytes.length);

    for (int size = 1; size < 40; size++) {
      objects.clear();
      ResourceList rest = stream().read(new Slow(bytes, size));
      assertThat(objects).isEqualTo(whole.items());
      assertThat(rest.items()).isEmpty();
      assertThat(rest.version()).isEqualTo(whole.version());
      assertThat(rest.continueToken()).isEqualTo("a]}\"b");
    }
  }

  @Test
  void parsesItemsWithoutKindFromAnyPieces() throws Exception {
    byte[] bytes =
        """
        {"metadata":{"resourceVersion":"7"},"items":[
        {"metadata":{"name":"a"}}, { "metadata":{"name":"b","x":["]",{}]}},{},
        {"kind":"Other","apiVersion":"x/v1","metadata":{"name":"c"}},{"metadata":{"name":"d"}}]}
        """
            .getBytes(UTF_8);

    for (int size = 1; size < 40; size++) {
      objects.clear();
      unreadable.clear();
      stream().read(new Slow(bytes, size));

      assertThat(objects)
          .extracting(each -> each.kind() + " " + each.key().name())
          .containsExactly("Note a", "Note b", "Other c", "Note d");
      assertThat(unreadable).hasSize(1);
    }
  }

  @Test
  void addsMissingKindAndApiVersion() throws Exception {
    read(
        """
        {"metadata":{"resourceVersion":"7"},"items":[
        {"metadata":{"name":"a"}},{"metadata":{"name":"b"}},
        {"kind":"Other","apiVersion":"x/v1","metadata":{"name":"c"}}]}
        """);

    assertThat(objects)
        .extracting(each -> each.apiVersion() + " " + each.kind() + " " + each.key())
        .containsExactly("v1 Note a", "v1 Note b", "x/v1 Other c");
  }

  @Test
  void readsAnEmptyList() throws Exception {
    assertThat(read("{\"metadata\":{\"resourceVersion\":\"3\"},\"items\":[]}").version())
        .hasToString("3");
    assertThat(read("{\"metadata\":{\"resourceVersion\":\"3\"},\"items\":null}").version())
        .hasToString("3");
    assertThat(objects).isEmpty();
  }

  @Test
  void pain06_reportsUnreadableObjects() throws Exception {
    read(
        """
        {"metadata":{"resourceVersion":"7"},"items":[
        {"metadata":{"name":"a","labels":3}},{"metadata":{"name":"b"}},{},
        {"metadata":{"name":"c"}, bad}]}
        """);

    assertThat(objects).extracting(each -> each.key().name()).containsExactly("b");
    assertThat(unreadable).hasSize(3);
    assertThat(unreadable.get(0).key().orElseThrow().name()).isEqualTo("a");
  }

  @Test
  void pain16_readsAListOfAnyLengthObjectByObject() throws Exception {
    int count = 100_000;
    var list = new Endless(count);
    var seen = new int[1];
    var longest = new long[1];
    var stream =
        new ListStream(
            "v1",
            "Note",
            object -> {
              seen[0]++;
              longest[0] = Math.max(longest[0], list.taken - 4000L * seen[0]);
            },
            each -> {});

    stream.read(list);

    assertThat(seen[0]).isEqualTo(count);
    // The maximum lead of reading over passed objects, including their names.
    assertThat(longest[0]).isLessThan(60L * count + (1 << 20));
  }

  @Test
  void rejectsJsonThatIsNotAList() {
    assertThatThrownBy(() -> read("{\"kind\":\"Status\",\"status\":\"Failure\"}"))
        .isInstanceOf(MalformedException.class);
    assertThatThrownBy(() -> read("")).isInstanceOf(MalformedException.class);
    assertThatThrownBy(() -> read("{\"items\":[{\"metadata\":{\"name\":\"a\"}}"))
        .isInstanceOf(MalformedException.class);
    assertThatThrownBy(() -> read("{\"items\":[1]}")).isInstanceOf(MalformedException.class);
    assertThatThrownBy(() -> read("{\"kind\":\"Table\",\"items\":[]}"))
        .isInstanceOf(MalformedException.class);
  }

  private ListStream stream() {
    return new ListStream("v1", "Note", objects::add, unreadable::add);
  }

  private ResourceList read(String json) throws IOException {
    return stream().read(new ByteArrayInputStream(json.getBytes(UTF_8)));
  }

  /** Returns at most a few bytes for each read. */
  private static final class Slow extends ByteArrayInputStream {
    private final int most;

    private Slow(byte[] bytes, int most) {
      super(bytes);
      this.most = most;
    }

    @Override
    public synchronized int read(byte[] into, int offset, int length) {
      return super.read(into, offset, Math.min(most, length));
    }
  }

  /** A list of many objects, generated while it is read. */
  private static final class Endless extends InputStream {
    private static final int BATCH = 1000;
    private final int count;
    private int made;
    private long taken;
    private InputStream batch =
        bytes(
            "{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[{\"metadata\":{\"name\":\"x\"}}");

    private Endless(int count) {
      this.count = count - 1;
    }

    private static InputStream bytes(String text) {
      return new ByteArrayInputStream(text.getBytes(UTF_8));
    }

    @Override
    public int read() throws IOException {
      throw new IOException("one by one");
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int size = batch.read(into, offset, length);
      if (size >= 0 || made > count) {
        taken += Math.max(0, size);
        return size;
      }
      int more = Math.min(BATCH, count - made);
      String filler = "y".repeat(4000);
      batch =
          more == 0
              ? bytes("]}")
              : bytes(
                  IntStream.range(0, more)
                      .mapToObj(i -> ",{\"metadata\":{\"name\":\"n\"},\"data\":\"" + filler + "\"}")
                      .collect(Collectors.joining()));
      made += more == 0 ? 1 : more;
      return read(into, offset, length);
    }
  }
}
