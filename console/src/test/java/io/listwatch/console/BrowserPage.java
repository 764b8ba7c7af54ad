package io.listwatch.console;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A page of a {@link Chromium}, with the actions of a user. */
final class BrowserPage {
  private static final int TIMEOUT_MILLIS = 30_000;

  private final Chromium browser;
  private final String session;
  private final List<String> problems = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  BrowserPage(Chromium browser, String session) {
    this.browser = browser;
    this.session = session;
    browser.listen(this::accept);
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      command(domain + ".enable", new JsonObject());
    }
  }

  private void accept(JsonValue event) {
    if (!event.path("sessionId").asText().equals(session)) {
      return;
    }
    JsonValue parameters = event.path("params");
    switch (event.path("method").asText()) {
      case "Runtime.exceptionThrown" ->
          problems.add(parameters.path("exceptionDetails").toString());
      case "Log.entryAdded" -> {
        if (parameters.at("/entry/level").asText().equals("error")) {
          problems.add(parameters.path("entry").toString());
        }
      }
      case "Network.requestWillBeSent" -> requests.add(parameters.at("/request/url").asText());
      default -> {}
    }
  }

  private JsonValue command(String method, JsonObject parameters) {
    return browser.send(session, method, parameters);
  }

  /** Returns exceptions and errors that the browser has reported. */
  List<String> problems() {
    return problems;
  }

  /** Returns the addresses of all requests. */
  List<String> requests() {
    return requests;
  }

  /** Runs a script in each page before its own. */
  void beforeEachPage(String script) {
    command("Page.addScriptToEvaluateOnNewDocument", new JsonObject().put("source", script));
  }

  /** Ends the reports of the browser, which cost time in this process. */
  void quiet() {
    for (String domain : List.of("Runtime", "Log", "Network")) {
      command(domain + ".disable", new JsonObject());
    }
  }

  /** Makes this the visible page. The browser pauses hidden ones. */
  void toFront() {
    command("Page.bringToFront", new JsonObject());
  }

  void go(String url) {
    command("Page.navigate", new JsonObject().put("url", url));
  }

  /** Sets the size of the screen and the colours that the user prefers. */
  void screen(int width, int height, boolean dark) {
    command(
        "Emulation.setDeviceMetricsOverride",
        new JsonObject()
            .put("width", width)
            .put("height", height)
            .put("deviceScaleFactor", 1)
            .put("mobile", false));
    var media = new JsonObject();
    media
        .putArray("features")
        .addObject()
        .put("name", "prefers-color-scheme")
        .put("value", dark ? "dark" : "light");
    command("Emulation.setEmulatedMedia", media);
  }

  /** Returns the value of an expression, or of its promise. */
  JsonValue evaluate(String expression) {
    JsonValue result =
        command(
            "Runtime.evaluate",
            new JsonObject()
                .put("expression", expression)
                .put("awaitPromise", true)
                .put("returnByValue", true));
    if (result.has("exceptionDetails")) {
      throw new AssertionError(expression + ": " + result.path("exceptionDetails"));
    }
    return result.path("result").path("value");
  }

  /** Waits until an expression is true. */
  void await(String condition) {
    boolean reached =
        evaluate(
                """
                new Promise((done) => {
                  const end = performance.now() + %d;
                  const look = () => {
                    let reached = false;
                    try { reached = Boolean(%s); } catch { }
                    if (reached || performance.now() > end) done(reached);
                    else setTimeout(look, 20);
                  };
                  look();
                })
                """
                    .formatted(TIMEOUT_MILLIS, condition))
            .asBoolean();
    if (!reached) {
      throw new AssertionError("never true: " + condition + " " + problems + "\n" + text());
    }
  }

  /** Returns the visible text of the page. */
  String text() {
    return evaluate("document.body?.innerText ?? ''").asText();
  }

  void press(String key) {
    for (String type : List.of("keyDown", "keyUp")) {
      var event =
          new JsonObject()
              .put("type", type)
              .put("key", key)
              .put("code", key)
              .put("windowsVirtualKeyCode", code(key));
      if (key.equals("Enter")) {
        // Without a character, no form is submitted.
        event.put("text", "\r");
      }
      command("Input.dispatchKeyEvent", event);
    }
  }

  private static int code(String key) {
    return switch (key) {
      case "Enter" -> 13;
      case "Escape" -> 27;
      case "Tab" -> 9;
      case "End" -> 35;
      case "ArrowDown" -> 40;
      case "ArrowLeft" -> 37;
      case "Home" -> 36;
      default -> 0;
    };
  }

  void type(String text) {
    command("Input.insertText", new JsonObject().put("text", text));
  }

  /** Clicks the first element with this selector, in its middle. */
  void click(String selector) {
    JsonValue at =
        evaluate(
            """
            (() => {
              const box = document.querySelector('%s').getBoundingClientRect();
              return [box.x + box.width / 2, box.y + box.height / 2];
            })()
            """
                .formatted(selector));
    for (String type : List.of("mousePressed", "mouseReleased")) {
      var event = new JsonObject().put("type", type).put("button", "left").put("clickCount", 1);
      event.set("x", at.path(0));
      event.set("y", at.path(1));
      command("Input.dispatchMouseEvent", event);
    }
  }

  void screenshot(Path file) throws IOException {
    JsonValue image = command("Page.captureScreenshot", new JsonObject().put("format", "png"));
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(image.path("data").asText()));
  }
}
