package io.listwatch.objects.apply;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The complaints are those of kube-apiserver's strict decoder about the same patches. */
final class JsonPatchFieldsTest {
  @Test
  void findsNothingInAPlainPatch() {
    assertThat(
            complaints(
                "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/b\"},"
                    + "{\"op\":\"add\",\"path\":\"/c\",\"value\":{\"x\":{\"y\":1}}}]"))
        .isEmpty();
  }

  @Test
  void findsUnknownAndDuplicateMembersInTheirOrder() {
    assertThat(
            complaints(
                "[{\"op\":\"add\",\"op\":\"replace\",\"foo\":1,\"path\":\"/a\","
                    + "\"value\":{\"a\":1,\"a\":2}}]"))
        .containsExactly(
            "json patch duplicate field \"[0].op\"",
            "json patch unknown field \"[0].foo\"",
            "json patch duplicate field \"[0].value.a\"");
  }

  @Test
  void findsNothingInsideAnUnknownMember() {
    assertThat(
            complaints(
                "[{\"Op\":\"add\",\"x\\\"y\":1},"
                    + "{\"op\":\"test\",\"bar\":{\"a\":1,\"a\":1},\"op\":\"add\"}]"))
        .containsExactly(
            "json patch unknown field \"[0].Op\"",
            "json patch unknown field \"[0].x\\\"y\"",
            "json patch unknown field \"[1].bar\"",
            "json patch duplicate field \"[1].op\"");
  }

  @Test
  void reportsAnUnknownMemberOnce() {
    assertThat(complaints("[null,{\"a.b\":1,\"a.b\":2}]"))
        .containsExactly("json patch unknown field \"[1].a.b\"");
  }

  private static Iterable<String> complaints(String patch) {
    return JsonPatchFields.complaints(PatchBody.parse(patch));
  }
}
