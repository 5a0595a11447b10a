"use strict";
// A form whose sending comes to nothing says so, instead of standing there as if nobody had pressed the button.
(() => {
  const notice = document.querySelector("template#unsent");
  if (!notice) return;
  const clear = (form, but = "") => form.querySelectorAll(`:scope > .unsent${but}`).forEach((one) => one.remove());
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
  for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) document.body.addEventListener(name, tell);
  document.body.addEventListener("htmx:beforeRequest", (event) => {
    // What is sent again by itself goes on saying so until there is an answer.
    if (event.detail.elt.matches("form")) clear(event.detail.elt, ":not([data-again-after])");
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && event.detail.elt.matches("form")) clear(event.detail.elt);
  });
})();
