package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/**
 * The POMs have every element that Maven Central requires. {@code ReleaseTest} checks the files
 * that are deployed with them.
 */
final class PublishedPomsTest {
  private static final Path ROOT = Path.of("..");

  /** The POMs without a parent, from which all other POMs inherit. */
  private static final List<String> ROOTS = List.of("pom.xml", "bom/pom.xml");

  private static final List<String> REQUIRED =
      List.of(
          "name",
          "description",
          "url",
          "licenses/license/name",
          "licenses/license/url",
          "developers/developer/name",
          "scm/connection",
          "scm/developerConnection",
          "scm/url");

  @Test
  void rootsHaveEveryRequiredElement() throws Exception {
    for (String pom : ROOTS) {
      for (String element : REQUIRED) {
        assertThat(texts(pom, "/project/" + element))
            .as("%s: %s", pom, element)
            .hasSize(1)
            .doesNotContain("");
      }
    }
  }

  /** The steps of RELEASING.md set the home and the version in both POMs. */
  @Test
  void rootsNameTheSameHomeAndVersion() throws Exception {
    for (String element : List.of("/project/properties/project.home", "/project/version")) {
      assertThat(texts("pom.xml", element)).hasSize(1).isEqualTo(texts("bom/pom.xml", element));
    }
  }

  /** Maven would append the name of each module to the inherited addresses. */
  @Test
  void modulesInheritTheAddressesUnchanged() throws Exception {
    assertThat(texts("pom.xml", "//@*[contains(name(), 'inherit.append.path')]"))
        .hasSize(4)
        .containsOnly("false");
  }

  @Test
  void everyPublishedModuleDescribesItself() throws Exception {
    List<String> published = published();

    assertThat(published).hasSizeGreaterThan(10);
    for (String pom : published) {
      for (String element : List.of("name", "description", "properties/module.name")) {
        assertThat(texts(pom, "/project/" + element))
            .as("%s: %s", pom, element)
            .hasSize(1)
            .doesNotContain("");
      }
      assertThat(
              texts(
                  pom,
                  "/project/repositories | /project/pluginRepositories |"
                      + " /project/dependencies/dependency/systemPath"))
          .as("%s: what others cannot resolve", pom)
          .isEmpty();
    }
  }

  @Test
  void everyPublishedModuleHasSourcesAndJavadoc() throws Exception {
    for (String pom : published()) {
      assertThat(
              texts(pom, "/project/properties/*[contains(name(), '.skip')]/text()[. = 'true']/.."))
          .as("%s: only the comparison of the API may be skipped", pom)
          .hasSizeLessThanOrEqualTo(1);
      assertThat(
              texts(
                  pom,
                  "/project/properties/maven.javadoc.skip | /project/properties/maven.source.skip"))
          .isEmpty();
    }
  }

  /** Unpublished modules have no release to compare with. */
  @Test
  void unpublishedModulesAreNotComparedWithTheRelease() throws Exception {
    List<String> unpublished = unpublished();

    assertThat(unpublished).isNotEmpty();
    for (String pom : unpublished) {
      assertThat(texts(pom, "/project/properties/japicmp.skip")).as(pom).containsExactly("true");
    }
  }

  @Test
  void profileSignsTheArtifacts() throws Exception {
    for (String pom : ROOTS) {
      assertThat(texts(pom, "/project/profiles/profile[id = 'sign']//artifactId"))
          .containsExactly("maven-gpg-plugin");
    }
  }

  /** Returns the POMs of the modules that are deployed. */
  private static List<String> published() throws Exception {
    return modules(false);
  }

  private static List<String> unpublished() throws Exception {
    return modules(true);
  }

  private static List<String> modules(boolean deploySkipped) throws Exception {
    var modules = new ArrayList<String>();
    for (String module : texts("pom.xml", "/project/modules/module")) {
      String pom = module + "/pom.xml";
      if (!ROOTS.contains(pom)
          && texts(pom, "/project/properties/maven.deploy.skip").contains("true")
              == deploySkipped) {
        modules.add(pom);
      }
    }
    return modules;
  }

  private static List<String> texts(String pom, String path) throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(ROOT.resolve(pom).toFile());
    var found =
        (NodeList)
            XPathFactory.newInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
    return IntStream.range(0, found.getLength())
        .mapToObj(each -> found.item(each).getTextContent().strip())
        .toList();
  }
}
