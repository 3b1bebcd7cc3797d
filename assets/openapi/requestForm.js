/* The fields of an operation, the command line of the request, and the button that sends it. */
import { element, labelled } from '/-/dom.js';
import { currentProject, currentSession, fetchSignedIn, onSessionChange } from '/-/session.js';
import { signInAddress } from '/-/signIn.js';
import { exampleOf } from './exampleOf.js';
import { bodyTypeOf, createRequest, credentialsOf, curlLine, formatBody } from './request.js';
import { createResponseView } from './responseView.js';
import { describedBy, limitText, typeText } from './texts.js';

const choicesOf = ({ type, enum: values }) => values ?? (type === 'boolean' ? ['true', 'false'] : undefined);

/** Several values of a parameter are written in lines. */
const placeholders = new Map([
  ['array', 'one on each line'],
  ['object', 'name=value, one on each line'],
]);

const createInput = ({ name, schema, required }) => {
  const choices = choicesOf(schema);
  if (choices !== undefined)
    return element('select', { name, required }, ...['', ...choices].map(value => element('option', { value }, value)));
  const placeholder = placeholders.get(schema.type);
  if (placeholder !== undefined) return element('textarea', { name, rows: 2, spellcheck: 'false', placeholder });
  const input = element('input', { name, required, autocomplete: 'off' });
  input.spellcheck = false;
  if (name === 'projectKey') input.value = currentProject() ?? '';
  return input;
};

const createParameter = parameter => {
  const { name, in: place, description, schema } = parameter;
  const input = createInput(parameter);
  const notes = [place, typeText(schema), limitText(schema)].filter(text => text !== '').join(', ');
  const row = labelled(parameter.required === true ? `${name} (required)` : name, input);
  const note = element('span', { class: 'note', id: `${input.id}-note` }, `${notes}. `, ...describedBy(description));
  input.setAttribute('aria-describedby', note.id);
  row.append(note);
  return { name, input, row };
};

const createBodyField = operation => {
  const type = bodyTypeOf(operation);
  if (type === undefined) return undefined;
  const input = element('textarea', { name: 'body', rows: 12, spellcheck: 'false' });
  return { input, row: labelled(`Body (${type})`, input) };
};

const bodySchemaOf = operation => operation.requestBody.content[bodyTypeOf(operation)].schema;

const showExample = async (operation, input) => {
  try {
    const text = formatBody(operation, await exampleOf(bodySchemaOf(operation)));
    if (input.value === '') input.value = text;
  } catch (error) {
    input.placeholder = error.message;
  }
};

const sendRequest = async (operation, { url, ...options }, result) => {
  const send = credentialsOf(operation) === 'bearer' ? fetchSignedIn : fetch;
  const startMs = performance.now();
  try {
    const response = await send(url, { ...options, cache: 'no-store' });
    const text = await response.text();
    result.replaceChildren(...createResponseView(response, text, performance.now() - startMs));
  } catch {
    result.replaceChildren(element('p', { class: 'error', role: 'alert' }, 'The server cannot be reached.'));
  }
};

const basicNote = () =>
  element(
    'p',
    {},
    'This operation needs HTTP Basic with the id and the secret of an API client: use the command line.',
  );

const signInNote = () =>
  element(
    'p',
    {},
    element('a', { href: signInAddress() }, 'Sign in'),
    ' to send this request from here. Operations of a customer need a token of that customer: use the command line.',
  );

/** The form follows the choice of a project. */
const followProject = (form, parameters, update) =>
  onSessionChange(() => {
    const field = parameters.find(({ name }) => name === 'projectKey')?.input;
    if (!form.isConnected || field === undefined) return;
    field.value = currentProject() ?? field.value;
    update();
  });

/** What sends the request, or says what is needed for it. */
const createSender = (operation, button) => {
  const credentials = credentialsOf(operation);
  if (credentials === 'basic') return basicNote();
  return credentials === 'bearer' && currentSession() === undefined ? signInNote() : element('p', {}, button);
};

/** Returns the elements in order: the parameters, the body, the command line, the button and the response. */
export const createRequestForm = operation => {
  const parameters = (operation.parameters ?? []).map(createParameter);
  const body = createBodyField(operation);
  const curl = element('pre', { tabindex: 0, 'aria-label': 'Command line' });
  const result = element('div', { class: 'result' });
  const valuesOf = () => Object.fromEntries(parameters.map(({ name, input }) => [name, input.value]));
  const requestOf = () => createRequest(operation, valuesOf(), body?.input.value ?? '');
  const update = () => {
    curl.textContent = curlLine(operation, requestOf());
  };
  const send = async event => {
    event.preventDefault();
    button.disabled = true;
    await sendRequest(operation, requestOf(), result);
    button.disabled = false;
  };
  const button = element('button', { class: 'primary' }, 'Send');
  const form = element(
    'form',
    { input: update, submit: send },
    ...(parameters.length === 0 ? [] : [element('h3', {}, 'Parameters'), ...parameters.map(({ row }) => row)]),
    body?.row,
    element('h3', {}, 'Command line'),
    curl,
    createSender(operation, button),
  );
  followProject(form, parameters, update);
  update();
  if (body !== undefined) void showExample(operation, body.input).then(update);
  return [form, result];
};
