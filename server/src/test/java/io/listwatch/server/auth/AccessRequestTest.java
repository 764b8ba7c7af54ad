package io.listwatch.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class AccessRequestTest {
  private static final UserInfo JANE = new UserInfo("jane", "", List.of(UserInfo.AUTHENTICATED));

  /** Every authenticated user may read the non-resource paths below /api. */
  @Test
  void pathWithEmptyPluralIsNotADiscoveryPath() {
    var request = new AccessRequest(JANE, "get", "", "v1", "", "", null, "x", "/api/v1//x");

    assertThat(request.aboutResource()).isTrue();
    assertThat(new MastersAuthorizer().authorize(request).allowed()).isFalse();
  }

  @Test
  void discoveryPathIsNotAboutResource() {
    var request = new AccessRequest(JANE, "get", "", "", "", "", null, null, "/api/v1");

    assertThat(request.aboutResource()).isFalse();
    assertThat(new MastersAuthorizer().authorize(request).allowed()).isTrue();
  }
}
