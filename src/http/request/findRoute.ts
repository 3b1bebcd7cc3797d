import type { Config } from '../../base/config/settings.js';
import { type ApiError, fail, invalidInput } from '../../base/errors/ApiError.js';
import { AddressPart } from '../../engine/define/addressPair.js';
import { resourceNotFound } from '../../engine/loadResources.js';
import { Key } from '../../engine/schema/primitives.js';
import { Id } from '../../engine/schema/reference.js';
import { projectKeyPattern } from '../../store/keys.js';
import { type Exchange, type RequestHead, mediaTypeOf } from '../exchange/Exchange.js';
import { assertOfferedParameters } from '../routing/missingParameters.js';
import type { Route } from '../routing/Route.js';
import type { RouteMatch } from '../routing/Router.js';
import { planStoredRead } from './readStored.js';
import type { RequestContext } from './RequestContext.js';

/** The API and the authorization service answer only on their own host names, where these are set (GEN009, GEN010). */
const assertHost = ({ apiHosts, authHosts }: Config, { service }: Route, { host, path }: RequestHead): void => {
  if (service === 'probe') return;
  const hosts = service === 'api' ? apiHosts : authHosts;
  if (hosts.length === 0) return;
  const name = host.toLowerCase();
  if (!hosts.includes(name) && !hosts.includes(name.replace(/:\d+$/, '')))
    throw fail('ResourceNotFound', {
      message: `The path '${path.slice(0, 200)}' does not exist on the host '${host.slice(0, 200)}'.`,
    });
};

/*
 * Path segments that no resource can have are refused. Keys in Redis are built from them: a brace in a project key would
 * end the hash tag early, and the look-up would read a key of another kind.
 */

interface ParameterForm {
  readonly isValid: (value: string, match: RouteMatch) => boolean;
  readonly refusal: (value: string, match: RouteMatch) => ApiError;
}

/** A segment is never empty. No key has one character only, and its look-up finds nothing. */
const matches = ({ pattern, maxLength }: typeof Key): ParameterForm['isValid'] => {
  const form = new RegExp(pattern!);
  return value => value.length <= maxLength! && form.test(value);
};

const isKey = matches(Key);
const isId = matches(Id);

const isAddressPart = matches(AddressPart);

/** Keys that are a part of an address have more characters. */
const isResourceKey: ParameterForm['isValid'] = (value, match) =>
  (match.route.field?.includes('/') === true ? isAddressPart : isKey)(value, match);

/** A sign-in must not reveal which stores exist: `loginEmailKey` checks the store keys of OAuth paths. */
const isStoreKey: ParameterForm['isValid'] = (value, match) => match.route.service === 'auth' || isKey(value, match);

const shownCharactersMax = 100;
const projectNotFound = (projectKey: string): ApiError =>
  fail('ResourceNotFound', { message: `The project '${projectKey.slice(0, shownCharactersMax)}' was not found.` });

/** The error of a resource that does not exist: a request with a valid id or key that nothing has gets the same. */
const addressNotFound =
  (field: string): ParameterForm['refusal'] =>
  (value, { route: { typeId = 'resource' }, parameters: { storeKey } }) =>
    resourceNotFound({ typeId, field, value, storeKey });

/**
 * The form of each path parameter that has one, in the order of the check. Order numbers and the secrets of customers
 * are free text: they end the key that they are part of, and stand behind a valid project key.
 */
const parameterForms: ReadonlyMap<string, ParameterForm> = new Map([
  ['projectKey', { isValid: value => projectKeyPattern.test(value), refusal: projectNotFound }],
  ['storeKey', { isValid: isStoreKey, refusal: value => resourceNotFound({ typeId: 'store', field: 'key', value }) }],
  ['id', { isValid: isId, refusal: addressNotFound('id') }],
  ['customerId', { isValid: isId, refusal: addressNotFound('customerId') }],
  ['container', { isValid: isAddressPart, refusal: addressNotFound('container') }],
  ['key', { isValid: isResourceKey, refusal: addressNotFound('key') }],
]);

/** Throws ResourceNotFound for a path parameter whose form is invalid (ERR016). */
const assertPathParameters = (match: RouteMatch): void => {
  for (const [name, { isValid, refusal }] of parameterForms) {
    const value = match.parameters[name];
    if (value !== undefined && !isValid(value, match)) throw refusal(value, match);
  }
};

const mediaTypes = {
  json: ['application/json'],
  graphql: ['application/json', 'application/graphql'],
  form: ['application/x-www-form-urlencoded'],
} as const;

/** Refuses a body where the route takes none, and a body of another media type than the route's (LIM002, GEN022). */
const assertBodyRules = (
  { body, service }: Route,
  { method, path, contentLength, transferEncoding, contentType }: RequestHead,
): void => {
  const isEmpty = (contentLength === '' || contentLength === '0') && transferEncoding === '';
  if (body === 'none') {
    if (!isEmpty) throw invalidInput(`A ${method} request to '${path.slice(0, 200)}' takes no body; got one.`);
    return;
  }
  // The parameters of a form without a body are in the URL.
  if (body === 'any' || (body === 'form' && isEmpty)) return;
  const given = mediaTypeOf(contentType);
  const expected: readonly string[] = mediaTypes[body];
  if (!expected.includes(given))
    throw fail(service === 'auth' ? 'invalid_request' : 'InvalidInput', {
      message:
        `The header Content-Type is ${given === '' ? 'missing' : `'${given.slice(0, 100)}'`}; ` +
        `expected ${expected.join(' or ')}.`,
    });
};

/** The route that a query parameter stands for, with its value as path parameter. */
const routeByParameter = (match: RouteMatch, query: string): RouteMatch => {
  const { byParameter } = match.route;
  if (byParameter === undefined || !query.includes(byParameter.name)) return match;
  const value = new URLSearchParams(query).get(byParameter.name);
  if (value === null) return match;
  return { ...match, route: byParameter.route, parameters: { ...match.parameters, [byParameter.name]: value } };
};

/** Stage 3: finds the route, and refuses requests by their host name, path parameters and body rules. */
export const findRoute = ({ router, config }: RequestContext, exchange: Exchange): RouteMatch => {
  const { head } = exchange;
  const match = routeByParameter(router.match(head.method, head.path), head.query);
  exchange.match = match;
  // Browsers send the cookie by themselves: pages of other origins must not read the response.
  if (match.route.hasSession === true) exchange.crossOriginHeaders = undefined;
  assertHost(config, match.route, head);
  assertPathParameters(match);
  assertOfferedParameters(match.route, head.query);
  assertBodyRules(match.route, head);
  match.storedPagePlan = planStoredRead(match, exchange);
  return match;
};
