"use strict";
// A form whose sending comes to nothing says so, instead of standing there as if nobody had pressed the button.
(() => {
  const notice = document.querySelector("template#unsent");
  if (!notice) return;
  const clear = (place, but = "") => place?.querySelectorAll(`:scope > .unsent${but}`).forEach((one) => one.remove());
  const tell = (event) => {
    const form = event.detail.elt;
    if (!form.matches("form")) return;
    clear(form);
    const xhr = event.detail.xhr;
    if (xhr && xhr.getResponseHeader("X-Unplayable")) {
      window.Again.inPlace(form, xhr.responseText);
      return;
    }
    form.prepend(notice.content.cloneNode(true));
    form.firstElementChild.scrollIntoView({ block: "nearest" });
  };
  // What was pressed keeps its part of the page where it was refused, and the reason stands beside it: a form of a login
  // that is over is replaced as a whole, for it cannot be sent any more.
  const beside = (elt) => elt.closest("fieldset, form");
  const isNotice = (xhr) => xhr && xhr.getResponseHeader("X-Refused");
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig, xhr, target } = event.detail;
    const isPressed = requestConfig.verb === "post" && requestConfig.elt.matches("form, button");
    const place = isPressed && isNotice(xhr) && beside(requestConfig.elt);
    const hasForm = xhr.responseText.includes('id="typed"');
    if (!place || (hasForm && target === place)) return;
    event.detail.shouldSwap = false;
    clear(place);
    const told = document.createElement("template");
    told.innerHTML = xhr.responseText;
    const notice = told.content.firstElementChild;
    notice.classList.add("unsent");
    const legend = place.querySelector(":scope > legend");
    if (hasForm) place.before(told.content);
    else if (legend) legend.after(told.content);
    else place.prepend(told.content);
    notice.focus();
    notice.scrollIntoView({ block: "nearest" });
  });
  for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) document.body.addEventListener(name, tell);
  document.body.addEventListener("htmx:beforeRequest", (event) => {
    // What is sent again by itself goes on saying so until there is an answer.
    if (event.detail.elt.matches("form, button")) clear(beside(event.detail.elt), ":not([data-again-after])");
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    const { elt, successful, xhr } = event.detail; // htmx calls what it swaps in successful, a refusal too
    if (successful && !isNotice(xhr) && elt.matches("form, button")) clear(beside(elt));
  });
})();
