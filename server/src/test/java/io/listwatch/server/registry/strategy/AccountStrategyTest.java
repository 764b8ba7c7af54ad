package io.listwatch.server.registry.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.registry.verbs.VerbsFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AccountStrategyTest {
  private static final String ACCOUNT =
      "{'metadata':{'name':'a'},'secrets':[{'kind':'Secret','name':'s','namespace':'elsewhere'}]}";

  private final VerbsFixture fixture = new VerbsFixture();
  private final ObjectsUnderTest accounts = new ObjectsUnderTest(fixture, "", "serviceaccounts");

  @BeforeEach
  void namespace() {
    ObjectsUnderTest.createNamespace(fixture);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void keepsOnlyNamesOfSecrets() {
    JsonValue names = ObjectsUnderTest.tree("[{'name':'s'}]");

    assertThat(accounts.create(ACCOUNT).get("secrets")).isEqualTo(names);

    accounts.update("a", "", ACCOUNT);
    assertThat(accounts.get("a").get("secrets")).isEqualTo(names);
  }

  @Test
  void updateIsValidatedLikeNewMetadata() {
    accounts.create(ACCOUNT);

    assertThatThrownBy(() -> accounts.merge("a", "{'metadata':{'finalizers':['x']}}"))
        .hasMessageContaining(
            "name is neither a standard finalizer name nor is it fully qualified");
  }
}
