"use strict";
// The slider through a session: it shows itself where there is script, and the number beneath goes along with it.
(() => {
  const rail = document.querySelector("[data-rail]");
  const slide = rail?.querySelector("[data-rail-slide]");
  const range = slide?.querySelector("input");
  const number = rail?.querySelector("[data-rail-number]");
  if (!range || !number) return;

  const tell = () => {
    number.value = range.value;
    range.setAttribute("aria-valuetext", `${number.labels[0].textContent} ${range.value}`);
  };

  slide.hidden = false;
  range.disabled = range.min === range.max;
  range.addEventListener("input", tell);
  // Only one of the two is sent: the number, by the form's own button.
  rail.addEventListener("submit", () => { range.disabled = true; });
  window.addEventListener("pageshow", () => { range.disabled = range.min === range.max; });
  range.setAttribute("aria-valuetext", `${number.labels[0].textContent} ${range.value}`);
})();
