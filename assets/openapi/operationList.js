/* The list of operations, grouped by resource, with a search. */
import { element } from '/-/dom.js';

const createLink = ({ operationId, method, path, summary }) =>
  element(
    'a',
    { href: `#${operationId}`, id: `link-${operationId}` },
    element('span', { class: `method ${method.toLowerCase()}` }, method),
    ' ',
    element('code', {}, path.replace(/^\/\{projectKey\}(?=\/)/, '')),
    element('span', { class: 'note' }, summary),
  );

const createEntry = group => operation => ({
  item: element('li', {}, createLink(operation)),
  text: `${group} ${operation.method} ${operation.path} ${operation.summary} ${operation.operationId}`.toLowerCase(),
});

const createGroup = ({ name, operations }) => {
  const entries = operations.map(createEntry(name));
  const count = element('span', { class: 'note' }, ` ${entries.length}`);
  const list = element('ul', {}, ...entries.map(({ item }) => item));
  return { entries, details: element('details', {}, element('summary', {}, name, count), list) };
};

/** Shows the operations whose text contains all words, and returns their number. */
const filterGroup = ({ entries, details }, words) => {
  let matches = 0;
  for (const { item, text } of entries) {
    item.hidden = !words.every(word => text.includes(word));
    if (!item.hidden) matches += 1;
  }
  details.hidden = matches === 0;
  if (words.length > 0) details.open = matches > 0;
  return matches;
};

/** Fills the list; `select` marks the link of the operation that is shown. */
export const createOperationList = (groups, { place, search, count }) => {
  const created = groups.map(createGroup);
  place.replaceChildren(...created.map(({ details }) => details));
  const filter = () => {
    const words = search.value
      .toLowerCase()
      .split(/\s+/)
      .filter(word => word !== '');
    const matches = created.map(group => filterGroup(group, words)).reduce((sum, each) => sum + each, 0);
    count.textContent = matches === 1 ? '1 operation' : `${matches} operations`;
  };
  search.addEventListener('input', filter);
  filter();
  return {
    select: operationId => {
      place.querySelector('[aria-current]')?.removeAttribute('aria-current');
      const link = document.getElementById(`link-${operationId}`);
      link?.setAttribute('aria-current', 'true');
      link?.closest('details')?.setAttribute('open', '');
    },
  };
};
