/**
 * Holds the answers of the service to its own description: every JSON body that a test gets, over plain HTTP or through the
 * SDK, must be what /openapi.json says of its route and status.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Router, type RouteMatch } from '../../src/http/routing/Router.js';
import { routes } from '../../src/http/routing/routes.js';
import type { Schema } from '../../src/openapi/Components.js';
import { describeApi, type ApiDescription } from '../../src/openapi/describeApi.js';
import { pathTemplate } from '../../src/openapi/naming.js';

const router = new Router(routes);

/** The one form of times. */
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

interface Responses {
  readonly responses: Readonly<Record<string, Schema>>;
}

const pointed = (step: string): string => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
const root = 'openapi';
const toPointer = (...steps: readonly string[]): string => `${root}#/${steps.map(pointed).join('/')}`;

interface Checker {
  readonly description: ApiDescription;
  readonly ajv: Ajv;
  readonly known: Map<string, ValidateFunction | undefined>;
}

let shared: Checker | undefined;

interface Variants {
  readonly propertyName: string;
  readonly mapping: Readonly<Record<string, string>>;
}

/** Of a list of variants only those are compiled that an answer has: there are sixty errors with a 400. */
const withLazyVariants = (description: ApiDescription): object =>
  JSON.parse(JSON.stringify(description), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('discriminator' in value) || !('oneOf' in value)) return value;
    const { oneOf: _variants, discriminator, ...rest } = value;
    return { ...rest, variants: discriminator };
  }) as object;

const addVariants = (ajv: Ajv): void => {
  const isVariant = ({ propertyName, mapping }: Variants, data: Readonly<Record<string, unknown>>): boolean => {
    const name = String(data[propertyName]);
    const place = Object.hasOwn(mapping, name) ? `${root}${mapping[name]!}` : undefined;
    const validate = place === undefined ? undefined : ajv.getSchema(place);
    isVariant.errors =
      validate === undefined
        ? [
            {
              keyword: 'variants',
              instancePath: '',
              message: `has a ${propertyName} of none of its variants`,
              params: { [propertyName]: name },
            },
          ]
        : validate(data)
          ? []
          : validate.errors!;
    return isVariant.errors.length === 0;
  };
  isVariant.errors = [] as Partial<ErrorObject>[];
  ajv.addKeyword({ keyword: 'variants', type: 'object', validate: isVariant });
};

/** Made when the first answer comes. */
const checker = (): Checker => {
  if (shared !== undefined) return shared;
  const description = describeApi();
  const ajv = new Ajv({
    code: { optimize: false },
    strict: false,
    meta: false,
    validateSchema: false,
    inlineRefs: false,
    formats: { 'date-time': dateTime, password: true },
  });
  addVariants(ajv);
  ajv.addSchema(withLazyVariants(description), root);
  return (shared = { description, ajv, known: new Map() });
};

const jsonPath = ['content', 'application/json', 'schema'];

/** Where the schema of a route's answer stands; undefined for a status that the description does not name. */
const placeOf = ({ paths }: ApiDescription, { route }: RouteMatch, status: number): string | undefined => {
  const path = pathTemplate(route.path);
  const method = route.method.toLowerCase();
  const response = (paths[path]![method] as unknown as Responses).responses[status];
  if (response === undefined) return undefined;
  return typeof response.$ref === 'string'
    ? `${root}${response.$ref}/${jsonPath.map(pointed).join('/')}`
    : toPointer('paths', path, method, 'responses', String(status), ...jsonPath);
};

/** What no route answered. */
const outside = ({ components }: ApiDescription, status: number): string | undefined =>
  `Error${status}` in components.responses
    ? toPointer('components', 'responses', `Error${status}`, ...jsonPath)
    : undefined;

const matched = (method: string, path: string): RouteMatch | undefined => {
  try {
    return router.match(method, path);
  } catch {
    return undefined;
  }
};

const shown = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath === '' ? 'the body' : instancePath} ${message ?? ''} ${JSON.stringify(params)}`;

const validatorOf = (at: Checker, match: RouteMatch | undefined, status: number): ValidateFunction | undefined => {
  const { description, ajv, known } = at;
  const name = `${match?.route.method ?? ''} ${match?.route.path ?? ''} ${status}`;
  if (!known.has(name)) {
    const place = match === undefined ? outside(description, status) : placeOf(description, match, status);
    known.set(name, place === undefined ? undefined : ajv.compile({ $ref: place }));
  }
  return known.get(name);
};

/** An answer with its body, as text and read where it was. */
export interface ReceivedResponse {
  readonly status: number;
  readonly type: string | undefined;
  readonly text: string;
  readonly json?: unknown;
}

/** What an answer says that the description does not; undefined for one that is as described. */
export const findDifference = (method: string, path: string, status: number, body: unknown): string | undefined => {
  const match = matched(method, path);
  // What is behind is a package's, with answers and refusals of its own.
  if (match?.route.path.endsWith('*}') === true) return undefined;
  const validate = validatorOf(checker(), match, status);
  const asked = `${method} ${match?.route.path ?? path} answers ${status}`;
  // Refused before its route was known, as plain HTTP or a forbidden method is.
  if (validate === undefined) return match === undefined ? undefined : `${asked}, which is not described`;
  return validate(body)
    ? undefined
    : `${asked} otherwise than described: ${validate.errors!.slice(0, 3).map(shown).join('; ')} in ${JSON.stringify(body).slice(0, 500)}`;
};

/** Longer ones hold the same again and again. */
const lengthMax = 1024 * 1024;

/** An answer is otherwise than it was described. */
export class UndescribedError extends Error {}

let tell: (complaint: string) => void = () => undefined;

/** Also receives differences, since a test may expect a rejection. This file must not load tap, which would end a command after its time limit. */
export const reportDifferences = (to: (complaint: string) => void): void => {
  tell = to;
};

/** Fails the test whose request it was. */
export const assertDescribed = (
  method: string,
  target: string,
  { status, type, text, json }: ReceivedResponse,
): void => {
  if (type?.startsWith('application/json') !== true || text === '' || text.length > lengthMax) return;
  const body = json ?? (JSON.parse(text) as unknown);
  const complaint = findDifference(method, target.split('?', 1)[0]!, status, body);
  if (complaint === undefined) return;
  tell(complaint);
  throw new UndescribedError(complaint);
};

/** `fetch` for clients of the service that bring their own plumbing. */
export const describedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { pathname } = new URL(response.url);
  const type = response.headers.get('content-type') ?? undefined;
  const text = type?.startsWith('application/json') === true ? await response.clone().text() : '';
  assertDescribed(init?.method ?? 'GET', pathname, { status: response.status, type, text });
  return response;
};
