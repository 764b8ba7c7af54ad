// Finds the sections that contain every word, headings first. search-index.js has the sections: page, heading, URL, text.
const input = document.getElementById("search");
const list = document.getElementById("found");
const page = document.querySelector("main");
const most = 30;

function search(words) {
  const found = [];
  for (const [title, heading, url, text] of sections) {
    const head = (title + " " + heading).toLowerCase();
    const body = text.toLowerCase();
    if (words.every(word => head.includes(word) || body.includes(word))) {
      const inHead = words.filter(word => head.includes(word)).length;
      found.push({ title, heading, url, text, inHead });
    }
  }
  return found.sort((a, b) => b.inHead - a.inHead).slice(0, most);
}

// Returns the text around the first word.
function around(text, word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 60);
  return (at > 0 ? "…" : "") + text.substr(at, 180) + (at + 180 < text.length ? "…" : "");
}

function show() {
  const words = input.value.toLowerCase().split(/\s+/).filter(word => word);
  const results = words.length > 0 ? search(words) : [];
  list.replaceChildren(...results.map(result => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = input.dataset.root + result.url;
    link.textContent = result.heading === result.title ? result.title : result.title + ": " + result.heading;
    const text = document.createElement("p");
    text.textContent = around(result.text, words[0]);
    item.append(link, text);
    return item;
  }));
  list.hidden = words.length === 0;
  page.hidden = words.length > 0 && results.length > 0;
}

input.addEventListener("input", show);
input.form.addEventListener("submit", event => {
  event.preventDefault();
  const first = list.querySelector("a");
  if (first) location.href = first.href;
});
list.addEventListener("click", () => { input.value = ""; setTimeout(show); });
