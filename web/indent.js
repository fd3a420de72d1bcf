// Tab and Enter in the editor of code. Each change is one that the browser's undo takes back.
// @ts-check

const INDENT = "    ";
/** After Escape, Tab leaves the field. */
let leavesByTab = false;

/** @param {KeyboardEvent} event */
export function indentByKey(event) {
  const area = /** @type {HTMLTextAreaElement} */ (event.target);
  const { key, shiftKey } = event;
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || key === "Shift") return;
  const mayLeave = leavesByTab;
  leavesByTab = key === "Escape" && !mayLeave;
  if (leavesByTab) event.preventDefault(); // a second Escape closes the dialog
  if (key === "Tab" && !mayLeave) {
    event.preventDefault();
    if (shiftKey || selectedLines(area).text.includes("\n")) shiftLines(area, shiftKey);
    else insert(INDENT);
  } else if (key === "Enter") {
    event.preventDefault();
    const { value, selectionStart } = area;
    const before = value.slice(value.lastIndexOf("\n", selectionStart - 1) + 1, selectionStart);
    insert(`\n${before.match(/^ */)}${/:\s*(#.*)?$/.test(before) ? INDENT : ""}`);
  }
}

/** The lines with the selection; not the last one if the selection ends before its first letter. @param {HTMLTextAreaElement} area */
function selectedLines({ value, selectionStart, selectionEnd }) {
  const start = value.lastIndexOf("\n", selectionStart - 1) + 1;
  const last = value.slice(selectionStart, selectionEnd).endsWith("\n") ? selectionEnd - 1 : selectionEnd;
  const end = value.indexOf("\n", last);
  return { start, text: value.slice(start, end < 0 ? value.length : end) };
}

/** @param {HTMLTextAreaElement} area @param {boolean} isBack */
function shiftLines(area, isBack) {
  const { start, text } = selectedLines(area);
  const lines = text.split("\n");
  const shifted = lines.map((line) => (isBack ? line.replace(/^ {1,4}/, "") : line && INDENT + line));
  if (shifted.join("\n") === text) return;
  const { selectionStart, selectionEnd } = area;
  area.setSelectionRange(start, start + text.length);
  insert(shifted.join("\n"));
  const end = selectionEnd + shifted.join("\n").length - text.length;
  area.setSelectionRange(Math.max(start, selectionStart + shifted[0].length - lines[0].length), Math.max(start, end));
}

/** Unlike a change of its value, the browser can undo this one. @param {string} text */
const insert = (text) => document.execCommand(text ? "insertText" : "delete", false, text);
