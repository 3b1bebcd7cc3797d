import { fail, invalidInput } from '../../base/errors/ApiError.js';
import type { StoredPagePlan } from '../../engine/query/storedPage.js';
import type { Route } from './Route.js';

/** A route with the values of its path parameters, decoded. */
export interface RouteMatch {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
  /** Empty for routes outside a project. */
  readonly projectKey: string;
  /** Set by findRoute where the main thread can answer the query from stored bytes. */
  storedPagePlan: StoredPagePlan | undefined;
}

/**
 * A node stands for a path segment. Its children are tried from the most literal on:
 *
 *     orders            literal
 *     key={key}         prefixed
 *     {id}              parameter
 *     {path*}           remainder: takes all segments that are left
 */
interface Node {
  readonly literals: Map<string, Node>;
  readonly prefixed: { readonly prefix: string; readonly name: string; readonly node: Node }[];
  parameter?: { readonly name: string; readonly node: Node };
  remainder?: { readonly name: string; readonly node: Node };
  readonly routes: Map<string, RoutedPath>;
}

interface RoutedPath {
  readonly route: Route;
  /** Names of the path parameters, in the order of the path. */
  readonly names: readonly string[];
}

interface Search {
  readonly method: string;
  readonly segments: readonly string[];
  /** Encoded values of the parameters on the way to the current node. */
  readonly values: string[];
  /** Collects all routes of the path by their methods. */
  readonly allowed: Map<string, Route> | undefined;
}

const createNode = (): Node => ({ literals: new Map(), prefixed: [], routes: new Map() });

const segmentPattern = /^([^{}]*)(?:\{(\w+)(\*?)\})?$/;

const addSegment = (node: Node, segment: string): Node => {
  const [, prefix = '', name, star] = segmentPattern.exec(segment) ?? [];
  if (name === undefined) {
    const literal = node.literals.get(segment) ?? createNode();
    node.literals.set(segment, literal);
    return literal;
  }
  if (star === '*') return (node.remainder ??= { name, node: createNode() }).node;
  if (prefix === '') return (node.parameter ??= { name, node: createNode() }).node;
  let child = node.prefixed.find(each => each.prefix === prefix && each.name === name);
  if (child === undefined) node.prefixed.push((child = { prefix, name, node: createNode() }));
  return child.node;
};

/** A path without a HEAD route answers HEAD as GET. */
const routeOf = ({ routes }: Node, method: string): RoutedPath | undefined =>
  routes.get(method) ?? (method === 'HEAD' ? routes.get('GET') : undefined);

const searchChild = (child: Node, search: Search, at: number, value: string): RoutedPath | undefined => {
  search.values.push(value);
  const found = searchNode(child, search, at);
  if (found === undefined) search.values.pop();
  return found;
};

const searchNode = (node: Node, search: Search, at: number): RoutedPath | undefined => {
  const { segments, allowed } = search;
  const segment = segments[at];
  if (segment === undefined) {
    if (allowed !== undefined)
      for (const [method, { route }] of node.routes) {
        allowed.set(method, route);
        if (method === 'GET') allowed.set('HEAD', route);
      }
    return routeOf(node, search.method);
  }
  const literal = node.literals.get(segment);
  if (literal !== undefined) {
    const found = searchNode(literal, search, at + 1);
    // The first segments of the literal routes are reserved: no project has such a key. Last ones are no ids.
    const isReserved = at === 1 || (at === segments.length - 1 && literal.routes.size > 0);
    if (found !== undefined || isReserved) return found;
  }
  for (const { prefix, node: child } of node.prefixed) {
    if (segment.length <= prefix.length || !segment.startsWith(prefix)) continue;
    const found = searchChild(child, search, at + 1, segment.slice(prefix.length));
    if (found !== undefined) return found;
  }
  if (node.parameter !== undefined && segment !== '') {
    const found = searchChild(node.parameter.node, search, at + 1, segment);
    if (found !== undefined) return found;
  }
  if (node.remainder === undefined) return undefined;
  return searchChild(node.remainder.node, search, segments.length, segments.slice(at).join('/'));
};

const decodeSegment = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidInput(`The path segment '${text.slice(0, 100)}' is malformed: expected percent-encoded UTF-8.`);
  }
};

const toMatch = ({ route, names }: RoutedPath, { values }: Search): RouteMatch => {
  const parameters: Record<string, string> = {};
  let at = 0;
  for (const name of names) parameters[name] = decodeSegment(values[at++] ?? '');
  return { route, parameters, projectKey: parameters.projectKey ?? '', storedPagePlan: undefined };
};

/** Programs add a slash to a path; a page with one would look for its files in another folder. */
const ignoresSlash = ({ service, scopes }: Route): boolean => service === 'auth' || scopes !== undefined;

/** A regular expression would take a time that grows with the square of the number of slashes. */
const withoutSlashesAtEnd = (path: string): string => {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
};

const shortenPath = (path: string): string => (path.length > 200 ? `${path.slice(0, 200)}…` : path);

/**
 * Finds the route of a path in a tree of path segments. find-my-way takes 0.2 µs less, but answers other paths: it
 * decodes them before it compares them, and has no reserved first segments (docs/measurements/requests.md).
 */
export class Router {
  readonly #root = createNode();

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.#add(route);
  }

  /** Throws ResourceNotFound for an unknown path, MethodNotAllowed with the allowed methods for a known one. */
  match(method: string, path: string): RouteMatch {
    const match = this.#find(method, path) ?? this.#findWithoutSlash(method, path);
    if (match === undefined) throw this.#refusal(method, path);
    return match;
  }

  #find(method: string, path: string): RouteMatch | undefined {
    const search: Search = { method, segments: path.split('/'), values: [], allowed: undefined };
    const found = searchNode(this.#root, search, 1);
    return found && toMatch(found, search);
  }

  #findWithoutSlash(method: string, path: string): RouteMatch | undefined {
    if (!path.endsWith('/')) return undefined;
    const match = this.#find(method, path.slice(0, -1));
    return match !== undefined && ignoresSlash(match.route) ? match : undefined;
  }

  #add(route: Route): void {
    const node = route.path.split('/').slice(1).reduce(addSegment, this.#root);
    if (node.routes.has(route.method)) throw new Error(`two routes for ${route.method} ${route.path}`);
    const names = [...route.path.matchAll(/\{(\w+)\*?\}/g)].map(([, name = '']) => name);
    node.routes.set(route.method, { route, names });
  }

  #allowedMethods(method: string, path: string): string[] {
    return [...this.#allowedRoutes(method, path).keys()];
  }

  #allowedRoutes(method: string, path: string): ReadonlyMap<string, Route> {
    const allowed = new Map<string, Route>();
    searchNode(this.#root, { method, segments: path.split('/'), values: [], allowed }, 1);
    return allowed;
  }

  #allowedWithoutSlash(method: string, path: string): string[] {
    const routes = path.endsWith('/') ? [...this.#allowedRoutes(method, path.slice(0, -1))] : [];
    return routes.flatMap(([allowed, route]) => (ignoresSlash(route) ? [allowed] : []));
  }

  #unknownPathMessage(method: string, path: string): string {
    const message = `The path '${shortenPath(path)}' does not exist`;
    const shorter = withoutSlashesAtEnd(path);
    return shorter === path || this.#allowedMethods(method, shorter).length === 0
      ? `${message}.`
      : `${message}, but it does without the slash at its end: '${shortenPath(shorter)}'.`;
  }

  #refusal(method: string, path: string): Error {
    const own = this.#allowedMethods(method, path);
    const allowed = own.length > 0 ? own : this.#allowedWithoutSlash(method, path);
    if (allowed.length === 0) return fail('ResourceNotFound', { message: this.#unknownPathMessage(method, path) });
    const list = allowed.join(', ');
    return fail(
      'MethodNotAllowed',
      { method: method.slice(0, 20), target: `'${shortenPath(path)}'`, allowed: list },
      405,
      [['Allow', list]],
    );
  }
}
