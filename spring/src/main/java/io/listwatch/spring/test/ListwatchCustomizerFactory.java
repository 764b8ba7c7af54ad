package io.listwatch.spring.test;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.TestContextAnnotationUtils;

/** Gives contexts of tests with {@link WithListwatch} a server. Spring creates it. */
final class ListwatchCustomizerFactory implements ContextCustomizerFactory {
  ListwatchCustomizerFactory() {}

  @Override
  public @Nullable ContextCustomizer createContextCustomizer(
      Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
    WithListwatch wanted =
        TestContextAnnotationUtils.findMergedAnnotation(testClass, WithListwatch.class);
    return wanted == null ? null : new ListwatchCustomizer(List.of(wanted.manifests()));
  }
}
