package io.listwatch.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ResourceReaderTest {
  private static final String CART =
      "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"cart\",\"namespace\":\"shop\","
          + "\"resourceVersion\":\"7\"},\"spec\":{}}";
  private static final ResourceKey CART_KEY = ResourceKey.of("shop", "cart");

  @Test
  void readsAdditionsModificationsAndDeletions() {
    assertThat(event("ADDED", CART)).isEqualTo(new WatchEvent.Added(Resource.parse(CART)));
    assertThat(event("MODIFIED", CART)).isEqualTo(new WatchEvent.Modified(Resource.parse(CART)));
    assertThat(event("DELETED", CART)).isEqualTo(new WatchEvent.Deleted(Resource.parse(CART)));
    assertThat(event("ADDED", CART).version()).isEqualTo(ResourceVersion.of(7));
    assertThat(event("MODIFIED", CART).version()).isEqualTo(ResourceVersion.of(7));
    assertThat(event("DELETED", CART).version()).isEqualTo(ResourceVersion.of(7));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"object\":#,\"type\":\"DELETED\"}",
        "{\"object\" : # , \"type\" : \"DELETED\" }\n",
        "{\"type\":\"DELETED\",\"more\":[1,{}],\"object\":#}",
        " {\"\\u0074ype\":\"DELET\\u0045D\",\"object\":#,\"more\":null}",
      })
  void readsTheMembersOfAFrameInAnyOrder(String frame) {
    assertThat(event(frame.replace("#", CART)))
        .isEqualTo(new WatchEvent.Deleted(Resource.parse(CART)));
  }

  @Test
  void readsAFrameFromTheMiddleOfABuffer() {
    byte[] buffer = ("junk{\"type\":\"ADDED\",\"object\":" + CART + "}junk").getBytes(UTF_8);

    assertThat(ResourceReader.PLAIN.event(buffer, 4, buffer.length - 4))
        .isEqualTo(new WatchEvent.Added(Resource.parse(CART)));
  }

  /** The type of the frame once counted as part of the object. */
  @Test
  void checksOnlyTheObjectForAscii() {
    var event = event("{\"é\":1,\"type\":\"ADDED\",\"object\":" + CART + "}");

    assertThat(event)
        .asInstanceOf(type(WatchEvent.Added.class))
        .extracting(added -> added.object().ascii())
        .isEqualTo(true);
  }

  /** An object that can be listed can also be watched. */
  @Test
  void allowsTheSameNestingDepthInsideAFrame() {
    String deep =
        "{\"metadata\":{\"name\":\"deep\"},\"x\":" + "[".repeat(999) + "]".repeat(999) + "}";

    assertThat(Resource.parse(deep).key()).isEqualTo(ResourceKey.of("deep"));
    assertThat(event("ADDED", deep)).isInstanceOf(WatchEvent.Added.class);
    assertThat(event("{\"type\":\"ADDED\",\"object\":" + deep + "}"))
        .isInstanceOf(WatchEvent.Added.class);
    assertThat(list("{\"items\":[" + deep + "]}").items()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``                                                       | false",
        ",\"annotations\":null                                    | false",
        ",\"annotations\":{}                                      | false",
        ",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}  | true",
        ",\"annotations\":{\"k8s.io/initial-events-end\":\"false\"} | false",
      })
  void readsBookmarksWithTheirInitialEventsAnnotation(String more, boolean end) {
    var event =
        event(
            "BOOKMARK", "{\"kind\":\"Pod\",\"metadata\":{\"resourceVersion\":\"9\"" + more + "}}");

    assertThat(event).isEqualTo(new WatchEvent.Bookmark(ResourceVersion.of(9), end));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                                         | is a bookmark without a version",
        "{\"metadata\":null}                        | is a bookmark without a version",
        "{\"metadata\":{\"resourceVersion\":\"\"}}  | is a bookmark without a version",
        "{\"metadata\":{\"resourceVersion\":9}}     | metadata.resourceVersion: is a number",
        "{\"metadata\":{\"resourceVersion\":{}}}    | metadata.resourceVersion: is an object",
        "{\"metadata\":{},\"metadata\":{}}          | metadata: is there twice",
        "[]                                         | document: is an array",
      })
  void putsABookmarkWithoutAVersionAside(String object, String problem) {
    assertThat(unreadable(event("BOOKMARK", object)).problem()).startsWith(problem);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\":\"Status\",\"code\":410,\"reason\":\"Expired\",\"message\":\"too old\"}",
        "{\"kind\":\"Status\",\"code\":410,\"reason\":\"Gone\"}",
        "{\"kind\":\"Status\",\"code\":410}",
        "{\"reason\":\"Expired\"}",
        "{\"reason\":\"Gone\"}",
        "{\"code\":410,\"reason\":null}",
      })
  void throwsExpiredException(String status) {
    assertThatThrownBy(() -> event("ERROR", status)).isInstanceOf(ExpiredException.class);
    assertThatThrownBy(() -> event("{\"object\":" + status + ",\"type\":\"ERROR\"}"))
        .isInstanceOf(ExpiredException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"code\":504,\"reason\":\"Timeout\",\"details\":{\"causes\":"
            + "[{\"reason\":\"ResourceVersionTooLarge\",\"message\":\"x\"}]}}",
        "{\"code\":504,\"reason\":\"Timeout\",\"details\":{\"causes\":"
            + "[{\"message\":\"Too large resource version\"}]}}",
        "{\"code\":504,\"reason\":\"Timeout\",\"message\":"
            + "\"Timeout: Too large resource version: 9, current: 5\"}",
      })
  void throwsVersionTooLargeException(String status) {
    assertThatThrownBy(() -> event("ERROR", status)).isInstanceOf(VersionTooLargeException.class);
  }

  /** A watch that the server has ended with an error must not continue silently. */
  @ParameterizedTest
  @ValueSource(strings = {"null", "{}", "\"gone\"", "[]", "{\"code\":\"410\"}", "{\"code\":410"})
  void throwsForMalformedErrorEventsToo(String status) {
    assertThatThrownBy(() -> event("ERROR", status)).isInstanceOf(MalformedException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                                        | has no object",
        "{\"type\":\"ADDED\"}                      | has no object",
        "{\"kind\":\"Status\",\"status\":\"Success\",\"code\":200} | has no object",
        "{\"kind\":\"Pod\",\"code\":410}           | has no object",
        "{\"object\":{}}                           | is of the unknown type \"\"",
        "{\"type\":\"MOVED\",\"object\":{}}        | is of the unknown type \"MOVED\"",
        "{\"type\":null,\"object\":{}}             | type: is null (expected: a string) (byte 8)",
        "{\"type\":\"ADDED\",\"object\":null}      | document: is null (expected: an object) (byte"
            + " 0)",
        "{\"type\":\"ADDED\",\"type\":\"DELETED\"} | type: is there twice (byte 23)",
        "{\"object\":{},\"object\":{}}             | object: is there twice (byte 22)",
        "[]                                        | document: is an array (expected: an object)"
            + " (byte 0)",
        "``                                        | document: ends too early (byte 0)",
      })
  void putsAMalformedEventAside(String frame, String problem) {
    var event = event(frame);

    assertThat(unreadable(event).problem()).isEqualTo(problem);
    assertThat(unreadable(event).key()).isEmpty();
    assertThat(event.version().isUnset()).isTrue();
  }

  @Test
  void truncatesTheNameOfAnUnknownType() {
    assertThat(unreadable(event("X".repeat(100_000), "{}")).problem()).hasSizeLessThan(200);
  }

  @Test
  void putsAnObjectAsideWithItsKey() {
    String labelled = CART.replace("\"spec\":{}", "\"kind\":1");

    for (String frame :
        new String[] {
          "{\"type\":\"ADDED\",\"object\":" + labelled + "}",
          "{\"object\":" + labelled + ",\"type\":\"ADDED\"}"
        }) {
      assertThat(unreadable(event(frame)).key()).contains(CART_KEY);
      assertThat(unreadable(event(frame)).problem()).startsWith("kind: is there twice");
    }
  }

  @Test
  void putsATableAside() {
    assertThat(unreadable(event("ADDED", "{\"kind\":\"Table\",\"metadata\":{},\"rows\":[]}")))
        .hasToString("an object: document: is a Table (expected: an object) (byte 40)");
  }

  @Test
  void putsATruncatedFrameAsideWithItsKey() {
    String frame = "{\"type\":\"ADDED\",\"object\":" + CART + "}";
    int metadataEnd = frame.indexOf(",\"spec\"");
    for (int length = 0; length < frame.length(); length++) {
      var object = unreadable(event(frame.substring(0, length)));

      assertThat(object.key().isPresent()).as("%d bytes", length).isEqualTo(length >= metadataEnd);
    }
  }

  @Test
  void rejectsContentAfterAFrame() {
    assertThat(event("{\"type\":\"ADDED\",\"object\":" + CART + "}{}"))
        .isInstanceOf(WatchEvent.Unreadable.class);
  }

  @Test
  void readsAList() {
    String other = CART.replace("cart", "till");

    var list =
        list(
            "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"90\","
                + "\"continue\":\"abc\",\"remainingItemCount\":7},\"items\":[ "
                + CART
                + " , "
                + other
                + " ]}");

    assertThat(list.items()).containsExactly(Resource.parse(CART), Resource.parse(other));
    assertThat(list.version()).isEqualTo(ResourceVersion.of(90));
    assertThat(list.continueToken()).isEqualTo("abc");
    assertThat(list.isLastPage()).isFalse();
    assertThat(list.unreadable()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"items\":[],\"metadata\":{\"resourceVersion\":\"90\"}}",
        "{\"items\":null,\"metadata\":{\"resourceVersion\":\"90\",\"continue\":null}}",
        "{\"kind\":null,\"metadata\":{\"resourceVersion\":\"90\",\"continue\":\"\"},\"items\":[]}",
      })
  void readsAnEmptyList(String json) {
    assertThat(list(json).items()).isEmpty();
    assertThat(list(json).version()).isEqualTo(ResourceVersion.of(90));
    assertThat(list(json).isLastPage()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                                   | document: has no items (expected: a list",
        "{\"kind\":\"Status\"}                | document: has no items (expected: a list",
        "{\"kind\":\"Status\",\"status\":\"Success\",\"code\":200} | document: has no items",
        "{\"kind\":\"Table\",\"rows\":[]}     | kind: is a Table (expected: a list of objects)",
        "{\"items\":{}}                       | items: is an object (expected: an array)",
        "{\"items\":[],\"items\":[]}          | items: is there twice",
        "{\"metadata\":[]}                    | metadata: is an array (expected: an object)",
        "{\"metadata\":{\"continue\":1}}      | metadata.continue: is a number",
        "{\"metadata\":{\"resourceVersion\":1}} | metadata.resourceVersion: is a number",
        "{\"metadata\":{},\"metadata\":{}}    | metadata: is there twice",
        "{\"items\":[]                        | items: ends too early",
        "{\"items\":[]}}                      | document: expected the end",
        "{\"items\":[1,]}                     | items[1]: unexpected ']'",
        "{\"items\":[{}                       | items[0]: ends too early",
        "{\"items\":[{},                      | items[1]: ends too early",
        "[]                                   | document: is an array",
      })
  void rejectsOtherDocumentsThanLists(String json, String message) {
    assertThatThrownBy(() -> list(json))
        .isInstanceOf(MalformedException.class)
        .hasMessageStartingWith("InternalError: " + message);
  }

  /** A Status in place of the expected document contains the reason. */
  @Test
  void throwsTheFailureOfAStatusInPlaceOfAListOrEvent() {
    String status = "{\"kind\":\"Status\",\"metadata\":{},\"status\":\"Failure\",\"code\":410}";

    assertThatThrownBy(() -> list(status)).isInstanceOf(ExpiredException.class);
    assertThatThrownBy(() -> event(status)).isInstanceOf(ExpiredException.class);
  }

  /** All of these items except the first three once made the whole list fail. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"metadata\":{\"name\":\"bad\",\"namespace\":\"shop\",\"labels\":5}}",
        "{\"metadata\":{\"labels\":{\"a\":1},\"namespace\":\"shop\",\"name\":\"bad\"}}",
        "{\"metadata\":{\"namespace\":\"shop\",\"name\":\"bad\",\"uid\":\"\",\"uid\":\"\"}}",
        "{\"metadata\":{\"namespace\":\"shop\",\"name\":\"bad\"},\"x\":01}",
        "{\"metadata\":{\"namespace\":\"shop\",\"name\":\"bad\"},\"x\":\"\\ud800\"}",
        "{\"metadata\":{\"namespace\":\"shop\",\"name\":\"bad\"},\"x\":\"\u00ff ] } \"}",
        "{\"x\":\"\\x\",\"metadata\":{\"namespace\":\"shop\",\"y\":\"\u0000\",\"name\":\"bad\"}}",
        "{\"metadata\":{\"namespace\":\"shop\",\"name\":\"bad\"},\"x\":tru}",
      })
  void putsAnUnreadableItemAsideAndContinues(String item) {
    byte[] json = ("{\"items\":[" + CART + "," + item + "," + CART + "]}").getBytes(ISO_8859_1);

    var list = ResourceReader.PLAIN.list(json, 0, json.length);

    assertThat(list.items()).containsExactly(Resource.parse(CART), Resource.parse(CART));
    assertThat(list.unreadable()).hasSize(1);
    assertThat(list.unreadable().get(0).key()).contains(ResourceKey.of("shop", "bad"));
    assertThat(list.unreadable().get(0).bytes()).isEqualTo(item.getBytes(ISO_8859_1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "1", "\"x\"", "[]", "{}", "{\"metadata\":{}}", "x"})
  void putsAnItemWithoutAKeyAside(String item) {
    var list = list("{\"items\":[" + item + "," + CART + "]}");

    assertThat(list.items()).containsExactly(Resource.parse(CART));
    assertThat(list.unreadable()).hasSize(1);
    assertThat(list.unreadable().get(0).key()).isEmpty();
  }

  private static UnreadableObject unreadable(WatchEvent event) {
    assertThat(event).isInstanceOf(WatchEvent.Unreadable.class);
    return ((WatchEvent.Unreadable) event).object();
  }

  private static WatchEvent event(String type, String object) {
    return event("{\"type\":\"" + type + "\",\"object\":" + object + "}");
  }

  private static WatchEvent event(String frame) {
    byte[] json = frame.getBytes(UTF_8);
    return ResourceReader.PLAIN.event(json, 0, json.length);
  }

  private static ResourceList list(String text) {
    byte[] json = text.getBytes(UTF_8);
    return ResourceReader.PLAIN.list(json, 0, json.length);
  }
}
