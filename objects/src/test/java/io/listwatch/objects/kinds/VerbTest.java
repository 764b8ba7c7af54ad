package io.listwatch.objects.kinds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import org.junit.jupiter.api.Test;

final class VerbTest {
  @Test
  void parsesTheNameOfAVerb() {
    assertThat(Verb.of("deletecollection")).isEqualTo(Verb.DELETECOLLECTION);
    assertThat(Verb.DELETECOLLECTION.word()).isEqualTo("deletecollection");
  }

  @Test
  void errorForUnknownNameListsTheKnownOnes() {
    assertThatThrownBy(() -> Verb.of("GET"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "verb: GET (expected: one of [get, list, watch, create, update, patch, delete,"
                + " deletecollection])");
  }

  @Test
  void findsNoVerbForAuthorizationOnlyVerbs() {
    assertThat(Verb.find("impersonate")).isEmpty();
    assertThat(Verb.find("watch")).contains(Verb.WATCH);
  }

  @Test
  void matchesVerbsByName() {
    assertThat(Verb.GET.is("get")).isTrue();
    assertThat(Verb.GET.is("list")).isFalse();
    assertThat(Verb.isAny("get", EnumSet.of(Verb.GET, Verb.LIST))).isTrue();
    assertThat(Verb.isAny("watch", EnumSet.of(Verb.GET, Verb.LIST))).isFalse();
    assertThat(Verb.isAny("use", EnumSet.allOf(Verb.class))).isFalse();
  }
}
