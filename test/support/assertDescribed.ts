/**
 * Checks the responses of the service against its own description: every JSON body that a test receives, over plain
 * HTTP or through the SDK, must match the schema of its route and status in /openapi.json.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { consoleRoutes, readMissingRoutes, routes } from '../../src/http/routes/routes.js';
import { Router, type RouteMatch } from '../../src/http/routing/Router.js';
import type { Schema } from '../../src/operations/schemas/Components.js';
import { describeApi, type ApiDescription } from '../../src/http/openapi/describeApi.js';
import { pathTemplate } from '../../src/http/openapi/naming.js';

const router = new Router([...routes, ...consoleRoutes, ...readMissingRoutes(routes)]);

/** The format of all timestamps. */
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
interface DescribedResponse {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema } | undefined>>;
}
type Responses = { readonly responses: Readonly<Record<string, DescribedResponse>> };
const pointed = (step: string): string => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
const root = 'openapi';
const toPointer = (...steps: readonly string[]): string => `${root}#/${steps.map(pointed).join('/')}`;

interface Checker {
  readonly description: ApiDescription;
  readonly ajv: Ajv;
  readonly known: Map<string, ValidateFunction | undefined>;
}

let shared: Checker | undefined;

type Variants = { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> };

/** Compiles only the variants that a response needs, because a 400 has sixty errors. */
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

/** Returns the schemas, which are compiled at the first response. */
const checker = (): Checker => {
  if (shared !== undefined) return shared;
  const description = describeApi();
  const ajv = new Ajv({
    code: { optimize: false },
    strict: false,
    meta: false,
    validateSchema: false,
    inlineRefs: false,
    formats: { 'date-time': dateTime, date: /^\d{4}-\d{2}-\d{2}$/, password: true },
  });
  addVariants(ajv);
  ajv.addSchema(withLazyVariants(description), root);
  return (shared = { description, ajv, known: new Map() });
};

const jsonPath = ['content', 'application/json', 'schema'];

/** Returns the pointer to the schema of a response; undefined for a status that is not described. */
const placeOf = ({ paths }: ApiDescription, { route }: RouteMatch, status: number): string | undefined => {
  const path = pathTemplate(route.path);
  const method = route.method.toLowerCase();
  const response = (paths[path]![method] as unknown as Responses).responses[status];
  if (response === undefined) return undefined;
  if (response.$ref !== undefined) return `${root}${response.$ref}/${jsonPath.map(pointed).join('/')}`;
  // Operations that answer with the same resource share its schema, which is compiled once for each pointer.
  const named = response.content?.['application/json']?.schema.$ref;
  return typeof named === 'string'
    ? `${root}${named}`
    : toPointer('paths', path, method, 'responses', String(status), ...jsonPath);
};

/** Returns the schema for paths without a route, requests that only the hosted API has, and those of the console. */
const outside = ({ components }: ApiDescription, status: number): string | undefined =>
  `Error${status}` in components.responses
    ? toPointer('components', 'responses', `Error${status}`, ...jsonPath)
    : undefined;

const matched = (method: string, path: string): RouteMatch | undefined => {
  try {
    const match = router.match(method, path);
    return match.route.verb.name === 'missing' || consoleRoutes.includes(match.route) ? undefined : match;
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
    known.set(name, place === undefined ? undefined : ajv.getSchema(place));
  }
  return known.get(name);
};

/** A response with its body, as text and parsed. */
export interface ReceivedResponse {
  readonly status: number;
  readonly type: string | undefined;
  readonly text: string;
  readonly json?: unknown;
}

/** Describes how a response differs from the description; undefined if it does not. */
export const findDifference = (method: string, path: string, status: number, body: unknown): string | undefined => {
  const match = matched(method, path);
  // Each part of the API description has its own form.
  if (match?.route.path.endsWith('*}') === true) return undefined;
  const validate = validatorOf(checker(), match, status);
  const asked = `${method} ${match?.route.path ?? path} answers ${status}`;
  // Some requests are refused before their route is known, for example a forbidden method.
  if (validate === undefined) return match === undefined ? undefined : `${asked}, which is not described`;
  return validate(body)
    ? undefined
    : `${asked} otherwise than described: ${validate.errors!.slice(0, 3).map(shown).join('; ')} in ` +
        `${JSON.stringify(body).slice(0, 500)}`;
};

/** Checking longer lists of equal elements would only repeat work. */
const lengthMax = 1024 * 1024;

/** Thrown when a response differs from its description. */
export class UndescribedError extends Error {}

let tell: (complaint: string) => void = () => undefined;

/**
 * Passes differences to `to` as well, since a test may expect a rejection. This file must not load tap, which would end
 * a command after its time limit.
 */
export const reportDifferences = (to: (complaint: string) => void): void => {
  tell = to;
};

/** Fails the test that sent the request if the response differs from its description. */
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

/** `fetch` for the SDK, which checks responses. */
export const describedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { pathname } = new URL(response.url);
  const type = response.headers.get('content-type') ?? undefined;
  const text = type?.startsWith('application/json') === true ? await response.clone().text() : '';
  assertDescribed(init?.method ?? 'GET', pathname, { status: response.status, type, text });
  return response;
};
