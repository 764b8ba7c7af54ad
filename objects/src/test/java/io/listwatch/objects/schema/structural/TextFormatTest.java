package io.listwatch.objects.schema.structural;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TextFormatTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ipv4         | 10.0.0.1                             | 10.0.0.256
          ipv4         | 010.0.0.1                            | 10.0.0
          ipv6         | 2001:db8::1                          | 2001:db8:::1
          ipv6         | ::ffff:1.2.3.4                       | 1.2.3.4
          cidr         | 10.0.0.0/8                           | 10.0.0.0/33
          mac          | 01:23:45:67:89:ab                    | 01:23:45:67:89
          uuid         | 6BA7B810-9dad-11d1-80b4-00c04fd430c8 | 6ba7b810
          uuid4        | f47ac10b-58cc-4372-a567-0e02b2c3d479 | 6ba7b810-9dad-11d1-80b4-00c04fd430c8
          email        | a.b@example.com                      | example.com
          uri          | https://example.com/a                | example
          hostname     | a-b.example.com                      | -a
          byte         | YWJj                                 | YWJ
          date         | 2024-02-29                           | 2023-02-29
          date-time    | 2024-02-29T23:59:59.5Z               | 2024-02-29 23:59:59Z
          date-time    | 2024-02-29T23:59:59+01:00            | 2024-02-29T24:00:00Z
          duration     | 1h30m                                | one hour
          duration     | 2 weeks                              | 2
          isbn         | 978-0321751041                       | 978-0321751042
          isbn10       | 0321751043                           | 0321751044
          hexcolor     | #fff                                 | #ff
          rgbcolor     | rgb(0, 128, 255)                     | rgb(0, 128, 256)
          creditcard   | 4111-1111-1111-1111                  | 4111
          ssn          | 111-22-3333                          | 11-22-3333
          bsonobjectid | 507f1f77bcf86cd799439011             | 507f
          k8s-short-name | a-1                                | A
          k8s-long-name  | a-1.b                              | a..b
          """)
  void acceptsAndRejectsByFormat(String format, String good, String bad) {
    assertThat(Objects.requireNonNull(TextFormat.named(format))).accepts(good).rejects(bad, "");
  }

  @Test
  void ignoresUnknownFormat() {
    assertThat(TextFormat.named("colour")).isNull();
  }
}
