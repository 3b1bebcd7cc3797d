/* Builds elements. Texts become text nodes, so that no text of the server or of a person is read as HTML. */

/** Creates an element; an attribute that is undefined or false is left out, a function becomes an event listener. */
export const element = (tag, attributes = {}, ...children) => {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') created.addEventListener(name, value);
    else if (value !== undefined && value !== false) created.setAttribute(name, value === true ? '' : String(value));
  }
  created.append(...children.flat().filter(child => child !== undefined && child !== ''));
  return created;
};

let labels = 0;

/** A label above its field. */
export const labelled = (text, field) => {
  field.id ||= `field-${(labels += 1)}`;
  return element('p', { class: 'field' }, element('label', { for: field.id }, text), field);
};
