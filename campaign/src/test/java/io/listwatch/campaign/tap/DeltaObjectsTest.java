package io.listwatch.campaign.tap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.campaign.tap.DeltaObjects.MismatchException;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rebuilding objects from the frames of a delta watch. */
final class DeltaObjectsTest {
  private static final String ITEM =
      """
      "metadata":{"name":"a","namespace":"campaign","resourceVersion":"7"},"data":{"note":"é"}}\
      """;
  private static final String TYPE_META = "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",";
  private static final String NEXT =
      (TYPE_META + ITEM).replace("\"7\"", "\"9\"").replace("é", "più");

  /** The edits that turn the item into {@link #NEXT}. */
  private static final String EDITS = "[%d,1,\"9\",19,2,\"più\"]".formatted(versionAt());

  private final DeltaObjects objects = new DeltaObjects();

  private static int versionAt() {
    return (TYPE_META + ITEM).indexOf("7\"");
  }

  @BeforeEach
  void list() {
    objects.replace(
        """
        {"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"8"},"items":[{%s]}\
        """
            .formatted(ITEM)
            .getBytes(UTF_8));
  }

  private static String frame(String type, String from, String edits, String result) {
    var checksum = new CRC32C();
    checksum.update(result.getBytes(UTF_8));
    return """
    {"type":"%s","delta":{"namespace":"campaign","name":"a","from":"%s","to":"9","crc32c":"%08x",\
    "edit":%s}}\
    """
        .formatted(type, from, (int) checksum.getValue(), edits);
  }

  @Test
  void rebuildsObjectsOfLists() throws Exception {
    assertThat(objects.version()).isEqualTo(8);

    assertThat(objects.whole(frame("MODIFIED", "7", EDITS, NEXT)))
        .isEqualTo("{\"type\":\"MODIFIED\",\"object\":" + NEXT + "}");
    assertThat(objects.version()).isEqualTo(9);
    assertThat(objects.deltas()).isEqualTo(1);
  }

  @Test
  void rebuildsObjectsOfFrames() throws Exception {
    String added = "{\"type\":\"ADDED\",\"object\":" + TYPE_META + ITEM + "}";
    objects.clear();

    assertThat(objects.whole(added)).isEqualTo(added);

    assertThat(objects.whole(frame("DELETED", "7", EDITS, NEXT))).contains(NEXT);
    assertThatThrownBy(() -> objects.whole(frame("MODIFIED", "9", "[]", NEXT)))
        .isInstanceOf(MismatchException.class);
  }

  @Test
  void findsEachMismatch() {
    for (String bad :
        new String[] {
          frame("MODIFIED", "6", EDITS, NEXT),
          frame("MODIFIED", "7", EDITS, NEXT + " "),
          frame("MODIFIED", "7", "[9999,0,\"\"]", NEXT),
          frame("MODIFIED", "7", "[1,-1,\"\"]", NEXT),
          frame("MODIFIED", "7", EDITS, NEXT).replace("\"a\"", "\"b\"")
        }) {
      assertThatThrownBy(() -> objects.whole(bad)).as(bad).isInstanceOf(MismatchException.class);
    }
  }
}
