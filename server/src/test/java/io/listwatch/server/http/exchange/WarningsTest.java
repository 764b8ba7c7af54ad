package io.listwatch.server.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.listwatch.server.audit.RequestAudit;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WarningsTest {
  private final ServiceRequestContext context =
      ServiceRequestContext.of(HttpRequest.of(HttpMethod.GET, "/"));
  private final Warnings warnings = new Warnings(context, RequestAudit.NONE);

  private List<String> headers() {
    return context.additionalResponseHeaders().getAll("warning");
  }

  @Test
  void sendsEachWarningOnce() {
    warnings.accept("b");
    warnings.accept("a");
    warnings.accept("b");
    warnings.accept("");

    assertThat(headers()).containsExactly("299 - \"b\"", "299 - \"a\"");
  }

  @Test
  void escapesQuotesAndSendsUtf8() {
    warnings.accept("say \"no\\yes\" \u00e9");

    assertThat(headers()).containsExactly("299 - \"say \\\"no\\\\yes\\\" \u00c3\u00a9\"");
  }

  @Test
  void leavesOutTextOfSeveralLines() {
    warnings.accept("a\nb");
    warnings.accept("tab\t");
    warnings.accept("half a pair \ud800");

    assertThat(headers()).isEmpty();
  }

  @Test
  void truncatesLongWarningsOnlyIfTotalIsTooLong() {
    warnings.accept("a".repeat(2000));
    warnings.accept("b".repeat(2000));
    assertThat(headers()).allSatisfy(each -> assertThat(each).hasSize(2000 + 8));

    warnings.accept("c".repeat(200));

    assertThat(headers()).extracting(String::length).containsExactly(264, 264, 208);
  }

  @Test
  void limitsTotalLengthOfWarnings() {
    for (int i = 0; i < 2_000; i++) {
      warnings.accept("unknown field number " + i);
    }

    assertThat(headers()).hasSizeBetween(150, 200);
    assertThat(String.join("", headers())).hasSizeLessThan(8 * 1024);
  }
}
