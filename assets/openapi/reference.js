/* The API reference: the list of operations, and the operation that the fragment of the address names. */
import { element } from '/-/dom.js';
import { createOperationList } from './operationList.js';
import { createOperationView } from './operationView.js';
import { loadPart } from './parts.js';
import { useSimpleSchemas } from './schemaView.js';

const main = document.getElementById('operation');
const introduction = [...main.childNodes];
const { title } = document;

/** A fragment that is not percent-encoded correctly is taken as it is: no operation has such an id. */
const shownId = () => {
  const fragment = location.hash.slice(1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    // A fragment that is not encoded is shown as it is.
    return fragment;
  }
};

const backLink = () => element('p', { class: 'back' }, element('a', { href: '#' }, '‹ All operations'));

const show = async list => {
  const operationId = shownId();
  document.body.classList.toggle('has-operation', operationId !== '');
  list.select(operationId);
  if (operationId === '') {
    document.title = title;
    main.replaceChildren(...introduction);
    return;
  }
  try {
    const operation = await loadPart(`operations/${encodeURIComponent(operationId)}`);
    // Another operation may have been selected meanwhile.
    if (shownId() !== operationId) return;
    main.replaceChildren(backLink(), ...createOperationView(operation));
    document.title = `${operation.method} ${operation.path} – ${title}`;
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
  } catch (error) {
    main.replaceChildren(backLink(), element('p', { class: 'error', role: 'alert' }, error.message));
  }
};

const start = async () => {
  const count = document.getElementById('count');
  try {
    const [groups, schemas] = await Promise.all([loadPart('operations'), loadPart('simpleSchemas')]);
    useSimpleSchemas(schemas);
    const place = document.getElementById('groups');
    const list = createOperationList(groups, { place, search: document.getElementById('search'), count });
    addEventListener('hashchange', () => void show(list));
    await show(list);
  } catch (error) {
    count.textContent = error.message;
  }
};

await start();
