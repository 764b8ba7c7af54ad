package io.listwatch.spring.test;

import io.listwatch.spring.ListwatchAutoConfiguration;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTestContextBootstrapper;
import org.springframework.core.annotation.AliasFor;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * Tests the informers and controllers of a Spring Boot application against an API server in the
 * test's JVM: of all auto-configurations, only Listwatch's applies.
 *
 * <pre>{@code
 * @ListwatchSliceTest(manifests = "gardens.yaml")
 * class GardenerTest {
 *   @Test
 *   void plants(@Autowired ApiClient client) {
 *     …
 *   }
 * }
 * }</pre>
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@BootstrapWith(SpringBootTestContextBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@ImportAutoConfiguration(ListwatchAutoConfiguration.class)
@WithListwatch
public @interface ListwatchSliceTest {
  /** YAML manifests on the class path to apply first, such as custom resource definitions. */
  @AliasFor(annotation = WithListwatch.class)
  String[] manifests() default {};
}
