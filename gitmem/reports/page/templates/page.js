"use strict";
(() => {
  const PAGE = 60;
  const STATES = ["current", "contested", "planned", "ended", "removed"];
  const ROLES = ["now", "contested", "planned", "before"];
  const data = JSON.parse(document.getElementById("data").textContent);
  const texts = data.texts;
  const byId = (id) => document.getElementById(id);
  const list = byId("list"), more = byId("more"), query = byId("query"), state = byId("state");
  const names = data.facts.map((fact) => (texts[fact[0]] ? texts[fact[0]] + ": " : "") + fact[1]);
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const foldedTexts = texts.map(fold);
  const sought = data.facts.map((fact, number) => {
    const words = [fold(names[number])];
    for (const step of fact[4]) words.push(fold(String(step[1])), foldedTexts[step[2]], foldedTexts[step[5]]);
    return words.join("\n");
  });
  let found = [], shown = 0, timer = 0, asked = false;

  const make = (tag, kind, text) => {
    const made = document.createElement(tag);
    if (kind) made.className = kind;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const said = (parent, kind, text) => { if (text) parent.append(make("p", kind, text)); };

  const timeline = (fact) => {
    const steps = make("ol", "timeline");
    for (const step of fact[4]) {
      const [role, value, cite, line, held, origin, how, ended] = step;
      const item = make("li", ROLES[role]);
      const head = make("p", "head");
      head.append(make("span", "tag " + ROLES[role], ROLES[role]), " ", make("bdi", "value", value));
      item.append(head);
      const meta = make("p", "meta");
      meta.append(texts[held], texts[held] ? " · " : "", make("code", "", texts[cite] + ":" + line));
      item.append(meta);
      said(item, "meta", texts[origin] ? "said by " + texts[origin] : "");
      said(item, "evidence", how === undefined || !texts[how] ? "" : "evidence: " + texts[how]);
      said(item, "meta", ended === undefined || !texts[ended] ? "" : "ended by " + texts[ended]);
      steps.append(item);
    }
    return steps;
  };

  const row = (number) => {
    const fact = data.facts[number], first = fact[4][0];
    const item = make("li"), details = make("details"), summary = make("summary");
    const steps = fact[4].length;
    summary.append(
      make("bdi", "name", names[number]),
      make("bdi", "value", first[1]),
      make("span", "tag " + STATES[fact[2]], STATES[fact[2]]),
      make("span", "steps", steps > 1 ? steps + " values" : ""),
    );
    details.append(summary);
    details.addEventListener("toggle", () => {
      if (!details.open || details.childElementCount > 1) return;
      said(details, "reason", texts[fact[3]]);
      details.append(timeline(fact));
    });
    item.append(details);
    return item;
  };

  const show = () => {
    const rows = document.createDocumentFragment();
    const end = Math.min(shown + PAGE, found.length);
    for (; shown < end; shown++) rows.append(row(found[shown]));
    list.append(rows);
    more.hidden = shown >= found.length;
    const all = data.facts.length.toLocaleString("en"), some = found.length.toLocaleString("en");
    const listed = more.hidden ? "" : ", the first " + shown + " listed";
    byId("count").textContent = found.length ? some + " of " + all + " facts" + listed : "No fact of " + all + " has these words";
  };

  const search = () => {
    const words = fold(query.value).split(/\s+/).filter(Boolean), wanted = state.value;
    const before = found;
    found = [];
    for (let number = 0; number < sought.length; number++) {
      if (wanted !== "" && data.facts[number][2] !== Number(wanted)) continue;
      if (words.every((word) => sought[number].includes(word))) found.push(number);
    }
    if (!asked || before.length !== found.length || before.some((each, place) => each !== found[place])) {
      shown = 0;
      list.replaceChildren(); // otherwise what is open stays open
      show();
    }
    asked = true;
  };

  byId("find").addEventListener("submit", (event) => { event.preventDefault(); search(); });
  query.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(search, 60); });
  state.addEventListener("change", search);
  more.addEventListener("click", () => {
    const next = shown;
    show();
    const first = list.children[next];
    if (first) first.querySelector("summary").focus();
  });
  document.addEventListener("keydown", (event) => {
    const typing = ["INPUT", "SELECT", "TEXTAREA"].includes(document.activeElement.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) { event.preventDefault(); query.focus(); }
  });
  search();
})();
