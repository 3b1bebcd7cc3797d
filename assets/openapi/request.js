/* Composes the request of an operation from what is typed into its fields, and the command line for it. */

const formType = 'application/x-www-form-urlencoded';

/** The media type of the body; undefined for operations without one. */
export const bodyTypeOf = ({ requestBody }) => Object.keys(requestBody?.content ?? {})[0];

/** The kind of credentials: `basic`, `bearer` or `none`. */
export const credentialsOf = ({ security }) => {
  if (security.some(({ client }) => client !== undefined)) return 'basic';
  return security.length > 0 ? 'bearer' : 'none';
};

const linesOf = text =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');

/** The pairs of one query parameter: a list has a line for each value, an object a line `name=value` for each member. */
const queryPairs = ({ name, schema }, text) => {
  if (schema.type === 'array') return linesOf(text).map(line => [name, line]);
  if (schema.type === 'object')
    return linesOf(text).map(line => {
      const [member, ...rest] = line.split('=');
      return [member, rest.join('=')];
    });
  return text === '' ? [] : [[name, text]];
};

/** Path parameters without a value stay as they are in the description. */
const fillPath = (path, values) =>
  path.replace(/\{(\w+)\}/g, (placeholder, name) => {
    const value = values[name] ?? '';
    return value === '' ? placeholder : encodeURIComponent(value);
  });

export const createRequest = (operation, values, body) => {
  const { method, path, parameters = [] } = operation;
  const pairs = parameters
    .filter(parameter => parameter.in === 'query')
    .flatMap(parameter => queryPairs(parameter, values[parameter.name] ?? ''));
  const query = new URLSearchParams(pairs).toString();
  const type = bodyTypeOf(operation);
  return {
    method,
    url: `${location.origin}${fillPath(path, values)}${query === '' ? '' : `?${query}`}`,
    headers: type === undefined ? {} : { 'Content-Type': type },
    body: type === formType ? body.split('\n').join('&') : type === undefined ? undefined : body,
  };
};

/** Writes an example as the body of the operation: JSON, or a line `name=value` for each parameter of a form. */
export const formatBody = (operation, example) =>
  bodyTypeOf(operation) === formType
    ? Object.entries(example)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join('\n')
    : JSON.stringify(example, null, 2);

const quote = text => `'${text.replaceAll("'", "'\\''")}'`;

const credentialArguments = new Map([
  ['basic', ['-u CLIENT_ID:CLIENT_SECRET']],
  ['bearer', ['-H "Authorization: Bearer $TOKEN"']],
  ['none', []],
]);

/** The request as a line for a shell; it names the token and never contains it. */
export const curlLine = (operation, { method, url, headers, body }) =>
  [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(url)}`,
    ...credentialArguments.get(credentialsOf(operation)),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quote(body)}`]),
  ].join(' \\\n  ');
