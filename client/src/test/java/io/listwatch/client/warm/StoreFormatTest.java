package io.listwatch.client.warm;

import static io.listwatch.model.Notes.note;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.informer.StoreKeeper;
import io.listwatch.informer.StoreKeeper.Contents;
import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceVersion;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A saved store is read exactly as written, or not at all. */
final class StoreFormatTest {
  private static final StoreKeeper.Scope SCOPE =
      new StoreKeeper.Scope(
          Notes.TYPE, "default", LabelSelector.everything(), FieldSelector.everything(), "slim ");
  private static final StoreBinding BINDING = StoreBinding.of("here", SCOPE, "whole");
  private static final List<Resource> OBJECTS =
      List.of(note("a", 1, "ü日本😀"), note("b", 2), note("c", 3));

  private final byte[] written = write(new Contents(ResourceVersion.of("7"), OBJECTS));

  StoreFormatTest() throws IOException {}

  private static byte[] write(Contents contents) throws IOException {
    var out = new ByteArrayOutputStream();
    var unused = StoreFormat.write(out, BINDING, contents);
    return out.toByteArray();
  }

  private static ResourceList read(byte[] bytes) throws IOException {
    return StoreFormat.read(new ByteArrayInputStream(bytes), BINDING);
  }

  @Test
  void roundTripsObjectsByteByByte() throws IOException {
    ResourceList list = read(written);

    assertThat(list.version()).isEqualTo(ResourceVersion.of("7"));
    assertThat(list.items()).isEqualTo(OBJECTS);
    assertThat(list.items().get(0).toByteArray()).isEqualTo(OBJECTS.get(0).toByteArray());
  }

  @Test
  void roundTripsAnEmptyStore() throws IOException {
    byte[] nothing = write(new Contents(ResourceVersion.of("opaque"), List.of()));

    assertThat(read(nothing)).isEqualTo(ResourceList.of(List.of(), ResourceVersion.of("opaque")));
  }

  /** A crash of the machine may leave such a file. */
  @Test
  void rejectsAFileTruncatedAnywhere() {
    for (int length = 0; length < written.length; length++) {
      byte[] cut = Arrays.copyOf(written, length);
      assertThatThrownBy(() -> read(cut))
          .as("%d of %d bytes", length, written.length)
          .isInstanceOf(IOException.class)
          .hasMessage("the file is truncated");
    }
  }

  @Test
  void rejectsAFileWithAnyByteChanged() {
    for (int i = 0; i < written.length; i++) {
      byte[] damaged = written.clone();
      damaged[i] ^= 0x15;
      assertThatThrownBy(() -> read(damaged)).as("byte %d", i).isInstanceOf(IOException.class);
    }
  }

  @Test
  void usesTheVersionOfTheLastMark() throws IOException {
    assertThat(read(marked("8", "opaque", "12")))
        .isEqualTo(ResourceList.of(OBJECTS, ResourceVersion.of("12")));
  }

  /** A truncated or damaged mark is ignored; the objects are still valid at the earlier version. */
  @Test
  void ignoresAnIncompleteMark() throws IOException {
    byte[] marked = marked("8", "12");
    int first = marked("8").length;
    for (int length = written.length; length < marked.length; length++) {
      assertThat(read(Arrays.copyOf(marked, length)).version())
          .as("%d of %d bytes", length, marked.length)
          .isEqualTo(ResourceVersion.of(length < first ? "7" : "8"));
    }
    for (int i = first; i < marked.length; i++) {
      byte[] damaged = marked.clone();
      damaged[i] ^= 0x15;
      assertThat(read(damaged)).isEqualTo(ResourceList.of(OBJECTS, ResourceVersion.of("8")));
    }
  }

  private static byte[] marked(String... versions) throws IOException {
    var out = new ByteArrayOutputStream();
    CRC32C checksum =
        StoreFormat.write(out, BINDING, new Contents(ResourceVersion.of("7"), OBJECTS));
    for (String version : versions) {
      StoreFormat.mark(out, ResourceVersion.of(version), checksum);
    }
    return out.toByteArray();
  }

  @Test
  void rejectsAnotherFormat() {
    byte[] newer = written.clone();
    newer[11] = 2;

    assertThatThrownBy(() -> read(newer)).hasMessage("format: 2 (expected: 1)");
  }

  @Test
  void rejectsAFileThatIsNotASavedStore() {
    assertThatThrownBy(() -> read("{\"kind\":\"PodList\"}".getBytes(UTF_8)))
        .hasMessage("it is not a saved store");
  }

  /** A damaged file may claim a length of two gigabytes. */
  @Test
  void doesNotAllocateAnImpossibleLength() {
    byte[] huge = Arrays.copyOf(written, 16);
    ByteBuffer.wrap(huge).putInt(12, Integer.MAX_VALUE);

    assertThatThrownBy(() -> read(huge)).hasMessageContaining("length: 2147483647");
  }

  @ParameterizedTest
  @CsvSource({
    "there, default, a=b, metadata.name=x, slim , whole, cluster: here (expected: cluster: there)",
    "here, other, '', '', slim , whole, namespace: one default (expected: namespace: one other)",
    "here, , '', '', slim , whole, namespace: one default (expected: namespace: all)",
    "here, default, a=b, '', slim , whole, labels:  (expected: labels: a=b)",
    "here, default, '', metadata.name=x, slim , whole,"
        + " fields:  (expected: fields: metadata.name=x)",
    "here, default, '', '', slim , metadata, form: whole (expected: form: metadata)",
    "here, default, '', '', slim v2, whole, transform: slim  (expected: transform: slim v2)"
  })
  void rejectsAFileOfAnotherBinding(
      String cluster,
      String namespace,
      String labels,
      String fields,
      String transform,
      String form,
      String reason) {
    var other =
        new StoreKeeper.Scope(
            Notes.TYPE,
            namespace,
            LabelSelector.parse(labels),
            FieldSelector.parse(fields),
            transform.equals("slim") ? "slim " : transform);

    assertThatThrownBy(
            () ->
                StoreFormat.read(
                    new ByteArrayInputStream(written), StoreBinding.of(cluster, other, form)))
        .hasMessage(reason);
  }
}
