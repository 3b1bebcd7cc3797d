/**
 * Refuses path segments that no resource can have. Keys in Redis are built from them: a brace in a project key would
 * end the hash tag early, and the look-up would read a key of another kind.
 */
import { resourceNotFound } from '../../engine/loadResources.js';
import { type ApiError, fail } from '../../base/errors/ApiError.js';
import { AddressPart } from '../../engine/define/addressPair.js';
import { Key } from '../../engine/schema/primitives.js';
import { Id } from '../../engine/schema/reference.js';
import { projectKeyPattern } from '../../store/keys.js';
import type { RouteMatch } from '../routing/Router.js';

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
export const assertPathParameters = (match: RouteMatch): void => {
  for (const [name, { isValid, refusal }] of parameterForms) {
    const value = match.parameters[name];
    if (value !== undefined && !isValid(value, match)) throw refusal(value, match);
  }
};
