package io.listwatch.testing.clients;

import io.fabric8.crd.generator.annotation.PrinterColumn;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The custom resource of {@link SiteOperatorTest}'s operator. Its definition is generated from this
 * class.
 */
@Group("sites.example.com")
@Version("v1")
@ShortNames("st")
public final class Site extends CustomResource<Site.Spec, Site.State> implements Namespaced {
  private static final long serialVersionUID = 1;

  /** Generates the definition that a user of the CRD generator would write to a file and apply. */
  static CustomResourceDefinition definition() {
    var output = new Output();
    int generated =
        new CRDGenerator()
            .customResourceClasses(Site.class)
            .forCRDVersions("v1")
            .withParallelGenerationEnabled(false)
            .withOutput(output)
            .generate();
    if (generated != 1) {
      throw new AssertionError("definitions: " + generated + " (expected: 1)");
    }
    String yaml = output.written.get(0).toString(StandardCharsets.UTF_8);
    return Serialization.unmarshal(yaml, CustomResourceDefinition.class);
  }

  @ValidationRule(
      value = "!self.exposed || self.host != ''",
      message = "an exposed site needs a host",
      fieldPath = ".host")
  public static final class Spec {
    @Required
    @Pattern("^[^<>]+$")
    public String title = "";

    @Min(1)
    @Max(5)
    @Default("2")
    @PrinterColumn(name = "Replicas")
    public int replicas = 2;

    @ValidationRule(value = "self == oldSelf", message = "a site stays where it is")
    @Default("home")
    public String region = "home";

    @Default("false")
    public boolean exposed;

    @Default("")
    public String host = "";
  }

  public static final class State {
    @PrinterColumn(name = "Ready")
    public boolean ready;

    public List<String> parts = new ArrayList<>();
  }

  private static final class Output extends CRDGenerator.AbstractCRDOutput<ByteArrayOutputStream> {
    private final List<ByteArrayOutputStream> written = new ArrayList<>();

    @Override
    protected ByteArrayOutputStream createStreamFor(String name) {
      var stream = new ByteArrayOutputStream();
      written.add(stream);
      return stream;
    }
  }
}
