package io.listwatch.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a test class an API server of its own, empty and in memory. Whatever takes a {@link
 * TestServer} as a parameter is given it:
 *
 * <pre>{@code
 * @ListwatchTest
 * class MyControllerTest {
 *   @Test
 *   void reconciles(TestServer server) {
 *     var client = new MyClient(server.kubeconfig());
 *     …
 *   }
 * }
 * }</pre>
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ListwatchExtension.class)
public @interface ListwatchTest {}
