"use strict";
// A new password is typed once, so it can be looked at. Without script it stays hidden.
for (const input of document.querySelectorAll("input[data-show]")) {
  const label = document.createElement("label"), box = document.createElement("input");
  label.className = "choice";
  box.type = "checkbox";
  box.addEventListener("change", () => { input.type = box.checked ? "text" : "password"; });
  label.append(box, input.dataset.show);
  input.after(label);
}
