package io.listwatch.following.facts;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.following.facts.Facts.FieldFacts;
import io.listwatch.following.facts.Facts.ServedResource;
import io.listwatch.following.facts.Facts.ServedVersion;
import io.listwatch.following.facts.Facts.Subresource;
import io.listwatch.following.facts.Facts.TypeFacts;
import io.listwatch.following.golang.GoType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CheckoutReaderTest {
  private static final String DEFAULTS = "pkg/apis/sea/v1/defaults.go";

  private final Path root;

  CheckoutReaderTest(@TempDir Path root) {
    this.root = root;
  }

  @Test
  void readsServedVersionsWithoutAlphaAndBeta() throws IOException {
    assertThat(read().versions())
        .extracting(ServedVersion::packageName)
        .containsExactly("core/v1", "sea/v1", "meta/v1", "apidiscovery/v2");
  }

  @Test
  void readsResourcesWithTheirSubresources() throws IOException {
    assertThat(read().resources())
        .containsExactly(
            new ServedResource(
                "sea.k8s.io/v1",
                "boats",
                "Boat",
                true,
                List.of("bt"),
                List.of(),
                List.of("create", "get"),
                List.of(
                    new Subresource("sail", "", "SailOptions", List.of("create")),
                    new Subresource("status", "", "Boat", List.of("get", "patch")))));
  }

  @Test
  void collectsTypesReachableFromKinds() throws IOException {
    assertThat(read().types().keySet().stream().filter(name -> name.startsWith("sea/")))
        .containsExactly(
            "sea/v1.Boat", "sea/v1.BoatSpec", "sea/v1.Hull", "sea/v1.Rig", "sea/v1.Sailor");
    assertThat(read().types()).containsKey("types.UID").doesNotContainKey("resource.Quantity");
  }

  @Test
  void readsFieldsOfATypeAndValuesOfAnEnumeration() throws IOException {
    Facts facts = read();

    assertThat(type(facts, "sea/v1.Sailor").fields())
        .containsExactly(
            new FieldFacts("Name", new GoType("string"), "name", "1", "", List.of()),
            new FieldFacts(
                "Rank",
                new GoType("string"),
                "rank,omitempty",
                "2",
                "",
                List.of("default=\"mate\"")));
    assertThat(type(facts, "sea/v1.Rig").values()).containsExactly("ketch", "sloop");
  }

  @Test
  void digestIgnoresComments() throws IOException {
    SmallCheckout.write(root);
    String before = digest();
    SmallCheckout.put(root, DEFAULTS, defaults("obj.Spec.Rig = ptr.To(v1.Sloop) // Always."));
    assertThat(digest()).isEqualTo(before);

    SmallCheckout.put(root, DEFAULTS, defaults("obj.Spec.Rig = ptr.To(v1.Ketch)"));
    assertThat(digest()).isNotEqualTo(before);
  }

  private static String defaults(String assignment) {
    return "package v1\nfunc SetDefaults_Boat(obj *v1.Boat) { if obj.Spec.Rig == nil { "
        + assignment
        + "\n}}\n";
  }

  private static TypeFacts type(Facts facts, String name) {
    return requireNonNull(facts.types().get(name));
  }

  private String digest() {
    Facts facts = new CheckoutReader(Checkout.open(root)).read("v1.36.0");
    return requireNonNull(facts.functions().get(DEFAULTS)).getOrDefault("SetDefaults_Boat", "none");
  }

  @Test
  void namesUndeclaredType() throws IOException {
    SmallCheckout.write(root);
    SmallCheckout.put(
        root,
        "staging/src/k8s.io/api/sea/v1/types.go",
        "package v1\ntype Boat struct { Crew []Sailor }\n");

    assertThatThrownBy(() -> new CheckoutReader(Checkout.open(root)).read("v1.36.0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sea/v1.Sailor");
  }

  @Test
  void rejectsDirectoryThatIsNotACheckout() {
    assertThatThrownBy(() -> Checkout.open(root))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("api/discovery");
  }

  private Facts read() throws IOException {
    return new CheckoutReader(SmallCheckout.write(root)).read("v1.36.0");
  }
}
