package io.listwatch.objects.schema.cel;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class FieldNamesProperties {
  private static final Pattern IDENTIFIER = Pattern.compile("[_a-zA-Z][_a-zA-Z0-9]*");
  private static final Pattern ESCAPED = Pattern.compile("__(underscores|dot|dash|slash)__");
  private static final Map<String, String> ORIGINAL =
      Map.of("underscores", "__", "dot", ".", "dash", "-", "slash", "/");

  /** Names from few characters, so that escapes meet and overlap. */
  @Provide
  Arbitrary<String> names() {
    Arbitrary<String> pieces =
        Arbitraries.of("_", "__", "-", ".", "/", "a", "Z", "7", "dot", "dash", "true", "if");
    return pieces
        .list()
        .ofMinSize(1)
        .ofMaxSize(8)
        .map(each -> String.join("", each))
        .filter(name -> !Character.isDigit(name.charAt(0)));
  }

  @Property
  void identifierOfADocumentedNameIsValid(@ForAll("names") String name) {
    assertThat(FieldNames.escape(name)).matches(IDENTIFIER);
  }

  @Property
  void unescapingRestoresTheName(@ForAll("names") String name) {
    assertThat(unescape(requireNonNull(FieldNames.escape(name)))).isEqualTo(name);
  }

  @Property
  void identifierIsNeverReserved(@ForAll("names") String name) {
    assertThat(FieldNames.isReserved(String.valueOf(FieldNames.escape(name)))).isFalse();
  }

  @Property
  void anyStringHasAValidIdentifierOrNone(@ForAll String name) {
    String identifier = FieldNames.escape(name);

    assertThat(identifier == null || IDENTIFIER.matcher(identifier).matches()).isTrue();
  }

  private static String unescape(String identifier) {
    String inner = identifier.replaceFirst("^__(.*)__$", "$1");
    return FieldNames.isReserved(inner) && identifier.equals("__" + inner + "__")
        ? inner
        : ESCAPED
            .matcher(identifier)
            .replaceAll(found -> requireNonNull(ORIGINAL.get(found.group(1))));
  }
}
