/* The dialog in which a person signs in, and requests that need it. */
import { element, labelled } from './dom.js';
import { requestToken } from './requestToken.js';
import { currentSession, endSession, lastSignIn, startSession } from './session.js';

const kinds = [
  ['client', 'API client'],
  ['customer', 'Customer'],
  ['token', 'Access token'],
];

/** The fields of the form, and the kinds of sign-in that need them. */
const fields = [
  { name: 'projectKey', label: 'Project key', kinds: ['customer', 'token'] },
  { name: 'clientId', label: 'Client id', kinds: ['client', 'customer'], autocomplete: 'username' },
  { name: 'clientSecret', label: 'Client secret', kinds: ['client', 'customer'], secret: true },
  { name: 'email', label: 'Email', kinds: ['customer'], type: 'email', autocomplete: 'email' },
  { name: 'password', label: 'Password', kinds: ['customer'], secret: true },
  { name: 'accessToken', label: 'Access token', kinds: ['token'], secret: true },
];

/** The project in the path of the page; pages without one return undefined. */
export const projectOfPage = () => {
  const [, first, second] = location.pathname.split('/');
  return second === undefined || second === '' || first === 'openapi' ? undefined : decodeURIComponent(first);
};

const createField = ({ name, label, type, secret, autocomplete = 'off' }) => {
  const input = element('input', { name, type: secret ? 'password' : (type ?? 'text'), autocomplete, required: true });
  input.spellcheck = false;
  input.autocapitalize = 'none';
  return { name, input, row: labelled(label, input) };
};

const createKinds = onChange => {
  const choices = kinds.map(([kind, label]) => {
    const input = element('input', { type: 'radio', name: 'kind', value: kind, change: onChange });
    return { kind, input, row: element('label', {}, input, ` ${label}`) };
  });
  const group = element('fieldset', {}, element('legend', {}, 'Sign in as'), ...choices.map(({ row }) => row));
  return {
    group,
    selected: () => choices.find(({ input }) => input.checked)?.kind ?? 'client',
    select: kind => {
      for (const choice of choices) choice.input.checked = choice.kind === kind;
    },
  };
};

const createDialog = () => {
  const inputs = fields.map(createField);
  const update = () => {
    for (const [at, { input, row }] of inputs.entries()) {
      const isNeeded = fields[at].kinds.includes(kind.selected());
      row.hidden = !isNeeded;
      input.disabled = !isNeeded;
    }
  };
  const kind = createKinds(update);
  const message = element('p', { class: 'error', role: 'alert' });
  const submit = element('button', { class: 'primary' }, 'Sign in');
  const cancel = element('button', { type: 'button', click: () => dialog.close() }, 'Cancel');
  const form = element(
    'form',
    {},
    element('h2', { id: 'sign-in-title' }, 'Sign in'),
    kind.group,
    ...inputs.map(({ row }) => row),
    message,
    element('p', { class: 'actions' }, submit, cancel),
    element('p', { class: 'note' }, 'This tab keeps the token until it is closed or you sign out.'),
  );
  const dialog = element('dialog', { class: 'sign-in', 'aria-labelledby': 'sign-in-title' }, form);
  document.body.append(dialog);
  return { dialog, form, inputs, kind, message, submit, update };
};

const typedValues = ({ inputs, kind }) => ({
  kind: kind.selected(),
  ...Object.fromEntries(
    inputs.filter(({ input }) => !input.disabled).map(({ name, input }) => [name, input.value.trim()]),
  ),
});

/** A password may begin or end with spaces, and is sent as it is typed. */
const withPassword = (typed, { inputs }) =>
  typed.password === undefined
    ? typed
    : { ...typed, password: inputs.find(({ name }) => name === 'password').input.value };

const withoutSecrets = typed =>
  Object.fromEntries(
    Object.entries(typed).filter(([name]) => !fields.some(each => each.name === name && each.secret === true)),
  );

let parts;

const fillForm = text => {
  const { inputs, kind, message, submit, update } = parts;
  const last = lastSignIn();
  const typed = { ...last, projectKey: projectOfPage() ?? last.projectKey };
  kind.select(typed.kind ?? 'client');
  for (const { name, input } of inputs) input.value = typed[name] ?? '';
  message.textContent = text;
  submit.disabled = false;
  update();
};

let waiting;

const submitForm = async () => {
  const { dialog, message, submit } = parts;
  const typed = withPassword(typedValues(parts), parts);
  const opened = waiting;
  // The person may cancel before the server answers, and open the form again.
  const isOpen = () => dialog.open && waiting === opened;
  submit.disabled = true;
  message.textContent = '';
  try {
    const session = await requestToken(typed);
    if (!isOpen()) return;
    startSession({ ...session, typed: withoutSecrets(typed) });
    dialog.close();
  } catch (error) {
    if (!isOpen()) return;
    message.textContent = error.message;
    submit.disabled = false;
  }
};

const openDialog = () => {
  parts = createDialog();
  parts.form.addEventListener('submit', event => {
    event.preventDefault();
    void submitForm();
  });
};

/** Shows the form with a message; resolves to the session, or to undefined when the person cancels. */
export const requestSignIn = (text = '') => {
  if (parts === undefined) openDialog();
  waiting ??= new Promise(resolve => {
    fillForm(text);
    parts.dialog.addEventListener(
      'close',
      () => {
        waiting = undefined;
        // Secrets are not kept in the page.
        for (const { input } of parts.inputs) input.value = '';
        resolve(currentSession());
      },
      { once: true },
    );
    parts.dialog.showModal();
    parts.inputs.find(({ input }) => !input.disabled && input.value === '')?.input.focus();
  });
  return waiting;
};

const withToken = (headers, { token }) => {
  const all = new Headers(headers);
  all.set('Authorization', `Bearer ${token}`);
  return all;
};

const refusalText = async response => {
  try {
    return (await response.clone().json()).message ?? '';
  } catch {
    return '';
  }
};

/** Returns the session that replaces a refused one; another request may have renewed it meanwhile. */
const renewSession = async (refused, response) => {
  const current = currentSession();
  if (current !== undefined && current.token !== refused.token) return current;
  endSession();
  return requestSignIn(await refusalText(response));
};

/**
 * Sends a request with the token of the session. Without a session, and when the server refuses the token, the person
 * signs in first. Resolves to undefined when the person cancels.
 */
export const fetchSignedIn = async (url, options = {}) => {
  const session = currentSession() ?? (await requestSignIn());
  if (session === undefined) return undefined;
  const send = by => fetch(url, { ...options, headers: withToken(options.headers, by), credentials: 'omit' });
  const response = await send(session);
  if (response.status !== 401) return response;
  const renewed = await renewSession(session, response);
  return renewed === undefined ? response : send(renewed);
};
