package io.listwatch.objects.schema.structural;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The expected results were recorded from kube-apiserver. */
final class RequestUriTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://a/b c",
        "http://a/?q=b c",
        "http://a?b c",
        "http://a:99999/",
        "http://a:/",
        "http://[::1]/",
        "/a",
        "a:b",
        "http://",
        "http:",
        "//a",
        "mailto:a@b",
        "urn:x:y",
        "http://ä/",
        "http://a/ä",
        "http://a/?%zz",
        "http://a/{x}",
        "http://a/<x>",
        "/a b",
        "/a?b c",
        "*",
        "http://[fe80::1%25en0]/",
        "//",
        "///",
        "/",
        "http://a/b#c#d",
        "http://a@b@c/",
        "HTTP://A",
        "a+b-c.d:x"
      })
  void acceptsValidUri(String text) {
    assertThat(RequestUri.test(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://a:x/",
        "http://[::1",
        "http://[::1]:x",
        "http://a b/",
        "a",
        "",
        "#",
        "http://a/%zz",
        "http://a/%",
        "http://a#f g",
        "1:a",
        "http://user:pa ss@a/",
        "http://a\\b",
        ":a",
        "http://a/\u0001",
        "http://a/?\u0001",
        " http://a",
        "http://a ",
        "http://%41/",
        "http://a%20b/",
        "http://[fe80::1%en0]/",
        "?",
        "?a b",
        "a b:c",
        "http://[1.2.3.4]/",
        "http://a:80:80/",
        "a_b:x"
      })
  void rejectsInvalidUri(String text) {
    assertThat(RequestUri.test(text)).isFalse();
  }
}
