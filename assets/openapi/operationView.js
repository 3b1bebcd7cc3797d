/* Shows one operation. */
import { element } from '/-/dom.js';
import { createRequestForm } from './requestForm.js';
import { bodyTypeOf, credentialsOf } from './request.js';
import { createSchemaView } from './schemaView.js';
import { describedBy } from './texts.js';

/** The scopes of alternatives, each of which is sufficient. */
const scopesOf = ({ security }) => security.flatMap(({ oauth2 = [] }) => oauth2);

const credentialsText = operation => {
  const kind = credentialsOf(operation);
  if (kind === 'none') return ['No credentials are needed.'];
  if (kind === 'basic') return ['HTTP Basic with the id and the secret of an API client.'];
  const scopes = scopesOf(operation);
  if (scopes.length === 0) return ['An access token of the project.'];
  return [
    'An access token with one of the scopes ',
    ...scopes.flatMap((scope, at) => [at === 0 ? '' : ', ', element('code', {}, scope)]),
    '.',
  ];
};

const section = (title, ...children) => element('section', {}, element('h2', {}, title), ...children);

const bodySection = operation => {
  const type = bodyTypeOf(operation);
  if (type === undefined) return undefined;
  return section(
    'Body',
    element('p', { class: 'note' }, type),
    createSchemaView(operation.requestBody.content[type].schema),
  );
};

/** A schema of a response is loaded when it is opened. */
const createResponse = ([status, { description, content = {} }]) => {
  const [type, { schema } = {}] = Object.entries(content)[0] ?? [];
  const title = [element('code', { class: 'name' }, status), ` ${description}`];
  if (type === undefined) return element('li', {}, ...title);
  const details = element('details', {}, element('summary', {}, ...title));
  details.addEventListener(
    'toggle',
    () => details.append(element('p', { class: 'note' }, type), createSchemaView(schema)),
    { once: true },
  );
  details.open = status.startsWith('2') && type === 'application/json';
  return element('li', {}, details);
};

/** Returns the elements of an operation. */
export const createOperationView = operation => {
  const { operationId, method, path, summary, responses } = operation;
  return [
    element('h1', { 'data-operation': operationId }, ...describedBy(summary)),
    element(
      'p',
      { class: 'path' },
      element('span', { class: `method ${method.toLowerCase()}` }, method),
      ' ',
      element('code', {}, path),
    ),
    section('Credentials', element('p', {}, ...credentialsText(operation))),
    section('Request', ...createRequestForm(operation)),
    bodySection(operation),
    section('Responses', element('ul', { class: 'members' }, ...Object.entries(responses).map(createResponse))),
  ].filter(each => each !== undefined);
};
