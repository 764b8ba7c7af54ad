package io.listwatch.spring.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Starts a {@code TestServer} for the application context of a test, before the context. The
 * properties {@code listwatch.url} and {@code listwatch.namespace} point to it. Contexts that
 * Spring caches keep their server. The server is a bean.
 *
 * <p>For {@code @SpringBootTest}; {@link ListwatchSliceTest} includes it.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface WithListwatch {
  /** YAML manifests on the class path to apply first, such as custom resource definitions. */
  String[] manifests() default {};
}
