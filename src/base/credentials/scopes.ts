/** Reads scopes in wire form, `view_orders:demo` or `view_orders:demo:store-1`, and tells what they allow. */
import { fail } from '../errors/ApiError.js';
import { scopeTable } from './scopeTable.js';

/**
 * Lists a scope with all scopes that it implies, directly or through another one; `allowsScope` knows those that imply
 * all.
 */
const impliedNames = (name: string): string[] => {
  const { implies = [] } = scopeTable.get(name) ?? {};
  return [name, ...(implies === 'all' ? [] : implies.flatMap(impliedNames))];
};

type NamesByScope = ReadonlyMap<string, readonly string[]>;

const namesByScope = (namesOf: (name: string) => readonly string[]): NamesByScope =>
  new Map([...scopeTable.keys()].map(name => [name, [...new Set(namesOf(name))]]));

const impliedByName = namesByScope(impliedNames);

/** Adds the scopes of other resources that a scope, or one that it implies, opens. */
const openedByName = namesByScope(name => [
  ...impliedNames(name),
  ...impliedNames(name)
    .flatMap(implied => scopeTable.get(implied)?.opens ?? [])
    .flatMap(impliedNames),
]);

/** Marks the scope text of a console account: its scopes open no resources but those that they name. */
export const namedScopesOnly = 'named_scopes_only';

/** Lists names of scopes with all names that they imply. */
export const impliedScopeNames = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap(name => impliedByName.get(name) ?? []));

interface Scope {
  readonly name: string;
  readonly project: string;
  readonly store?: string;
}

const scopePattern = /^([a-z_]+):([a-z0-9_-]+)(?::([A-Za-z0-9_-]+))?$/;

/** Returns undefined for a text that is no scope of the table. */
const parseScope = (text: string): Scope | undefined => {
  const [, name = '', project = '', store] = scopePattern.exec(text) ?? [];
  const row = scopeTable.get(name);
  if (row === undefined || (store !== undefined && !row.perStore)) return undefined;
  return { name, project, store };
};

const withStore = (name: string, store: string | undefined): string =>
  store === undefined ? name : `${name}:${store}`;

export const scopeWords = (scope: string): string[] => scope.split(' ').filter(word => word !== '');

/**
 * Lists what a scope text grants in a project, implied names included: `view_orders`, `view_orders:store-1`. Unknown
 * words grant nothing.
 */
export const grantedScopeNames = (text: string, projectKey: string): Set<string> => {
  const names = new Set<string>();
  const words = scopeWords(text);
  const namesOf = words.includes(namedScopesOnly) ? impliedByName : openedByName;
  for (const word of words) {
    const scope = parseScope(word);
    if (scope?.project !== projectKey) continue;
    for (const name of namesOf.get(scope.name) ?? []) names.add(withStore(name, scope.store));
  }
  return names;
};

/** The scopes that imply every other one (AUTH034). */
const unrestricted = [...scopeTable].filter(([, { implies }]) => implies === 'all').map(([name]) => name);

/**
 * Tells whether one of the needed scopes is granted; on a store's paths for the store, or with `manage_project`
 * (ORD074).
 */
export const allowsScope = (granted: ReadonlySet<string>, needed: readonly string[], storeKey?: string): boolean =>
  unrestricted.some(name => granted.has(name)) || needed.some(name => granted.has(withStore(name, storeKey)));

/** Requires one of the scopes in a project, or in a store of it. */
export const assertScopes = (
  granted: ReadonlySet<string>,
  needed: readonly string[],
  projectKey: string,
  storeKey?: string,
): void => {
  if (allowsScope(granted, needed, storeKey)) return;
  const wanted = needed.map(name => withStore(`${name}:${projectKey}`, storeKey));
  throw fail('insufficient_scope', {
    message: `Insufficient scope. One of the following scopes is missing: ${wanted.join(', ')}.`,
  });
};

/** Tells whether one of the scopes is granted, for the project or for any of its stores. */
export const allowsScopeAnywhere = (granted: ReadonlySet<string>, needed: readonly string[]): boolean =>
  [...unrestricted, ...needed].some(name => [...granted].some(each => each === name || each.startsWith(`${name}:`)));

/**
 * Tells whether a holder of the granted names may pass on a scope in wire form, for the project or for one of its
 * stores.
 */
export const mayDelegateScope = (granted: ReadonlySet<string>, projectKey: string, requested: string): boolean => {
  const scope = parseScope(requested);
  return (
    scope !== undefined &&
    scope.project === projectKey &&
    (allowsScope(granted, [scope.name]) || allowsScope(granted, [scope.name], scope.store))
  );
};

/**
 * Returns the words of a text that are scopes of the project; the other words of an external token are ignored
 * (AUTH061).
 */
export const scopesOfProject = (text: string, projectKey: string): string[] =>
  [...new Set(scopeWords(text))].filter(word => parseScope(word)?.project === projectKey);
