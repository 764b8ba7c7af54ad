package io.listwatch.server.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BodyComparisonTest {
  private static final String UID = "'b7809553-d750-4d0f-8ea6-d161aab69aea'";
  private static final String OTHER_UID = "'c7809553-d750-4d0f-8ea6-d161aab69aea'";

  private final Bindings bindings = new Bindings();

  private List<String> differences(String recorded, String answer) {
    return new BodyComparison(bindings, true).of(json(recorded), json(answer));
  }

  private static JsonValue json(String text) {
    return JsonTrees.read(text.replace('\'', '"'));
  }

  @Test
  void ignoresOrderOfMembers() {
    assertThat(differences("{'a':1,'b':[1,2]}", "{'b':[1,2],'a':1}")).isEmpty();
  }

  @Test
  void comparesOrderOfItems() {
    assertThat(differences("{'b':[1,2]}", "{'b':[2,1]}")).hasSize(2);
  }

  @Test
  void missingAndUnexpectedMembersDiffer() {
    assertThat(differences("{'a':1}", "{'b':1}"))
        .containsExactly(".a:  (expected: 1)", ".b: 1 (expected: nothing)");
  }

  @Test
  void ignoresUnrecordedMembersOfPartialRecording() {
    assertThat(new BodyComparison(bindings, false).of(json("{'a':1}"), json("{'a':1,'b':1}")))
        .isEmpty();
  }

  @Test
  void comparesKindOfListItems() {
    assertThat(differences("{'items':[{'a':1}]}", "{'items':[{'a':1,'kind':'K'}]}")).hasSize(1);
  }

  @Test
  void newestVersionIsNotOlderThanAnyOther() {
    assertThat(differences("['<rv1>','<rv>','<newest>']", "['7','9','9']")).isEmpty();
    assertThat(differences("'<newest>'", "'8'")).hasSize(1);
  }

  @Test
  void placeholderKeepsItsFirstValue() {
    assertThat(differences("'<uid1>'", UID)).isEmpty();
    assertThat(differences("'<uid1>'", UID)).isEmpty();
    assertThat(differences("'<uid1>'", OTHER_UID)).hasSize(1);
  }

  @Test
  void placeholdersHaveDifferentValues() {
    assertThat(differences("'<rv1>'", "'7'")).isEmpty();
    assertThat(differences("'<rv2>'", "'7'")).hasSize(1);
    assertThat(differences("'<rv2>'", "'8'")).isEmpty();
  }

  @Test
  void matchesPlaceholdersWithinStrings() {
    assertThat(differences("'name-<gen1:5> at <rv3>'", "'name-bcdfg at 12'")).isEmpty();
    assertThat(differences("'<gen1:5>'", "'bcdfg'")).isEmpty();
    assertThat(differences("'name-<gen2:5>'", "'name-aeiou'")).hasSize(1);
  }

  @Test
  void timePlaceholderMatchesAnyTimeInSeconds() {
    assertThat(differences("'<time>'", "'2024-08-24T08:05:52Z'")).isEmpty();
    assertThat(differences("'<time>'", "'2024-08-24T08:05:52.123Z'")).hasSize(1);
  }

  @Test
  void numbersAreComparedByValue() {
    assertThat(differences("'<num:1.50>'", "1.5")).isEmpty();
    assertThat(differences("'<num:1.50>'", "'1.5'")).hasSize(1);
  }

  @Test
  void matchesManagedFieldsByManager() {
    assertThat(
            differences(
                "{'m':{'managedFields':[{'manager':'a','x':1},{'manager':'b','x':2}]}}",
                "{'m':{'managedFields':[{'manager':'b','x':2},{'manager':'a','x':1}]}}"))
        .isEmpty();
    assertThat(
            differences(
                "{'m':{'managedFields':[{'manager':'a','x':1}]}}",
                "{'m':{'managedFields':[{'manager':'a','x':2}]}}"))
        .hasSize(1);
  }

  @Test
  void replacesBoundPlaceholdersInRequests() {
    differences("'<rv4>'", "'44'");

    assertThat(bindings.resolve("?resourceVersion=<rv4>")).isEqualTo("?resourceVersion=44");
  }
}
