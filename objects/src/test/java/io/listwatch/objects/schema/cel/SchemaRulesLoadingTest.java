package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.pattern.PatternBudget;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SchemaRulesLoadingTest {
  @Test
  void doesNotLoadCelForSchemasWithoutRules() throws Exception {
    var loader = new LoaderWithoutCel();
    Class<?> rules = loader.loadClass(SchemaRules.class.getName());
    JsonObject schema =
        Rules.read("{type: object, properties: {spec: {type: object, properties: {a: {}}}}}");

    Object of = rules.getMethod("of", JsonObject.class).invoke(null, schema);
    Object compiled =
        rules
            .getMethod(
                "compile",
                JsonObject.class,
                String.class,
                boolean.class,
                PatternBudget.class,
                List.class)
            .invoke(null, schema, "schema", false, PatternBudget.ofDefinition(), new ArrayList<>());
    rules
        .getMethod("check", JsonObject.class, JsonObject.class, List.class, Consumer.class)
        .invoke(compiled, Rules.read("spec: {a: 1}"), null, new ArrayList<>(), null);

    assertThat(rules.getMethod("isEmpty").invoke(of)).isEqualTo(true);
    assertThat(rules.getClassLoader()).isSameAs(loader);
  }

  /** Finds the classes of the package, but not the CEL library. */
  private static final class LoaderWithoutCel extends ClassLoader {
    LoaderWithoutCel() {
      super(SchemaRulesLoadingTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("dev.cel.")) {
        throw new ClassNotFoundException(name);
      }
      if (!name.startsWith(SchemaRules.class.getPackageName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
