import { fail } from '../../errors/ApiError.js';
import type { Route } from './Route.js';

/** A route with the values of its path parameters, decoded. */
export interface RouteMatch {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
  /** Empty for routes outside a project. */
  readonly projectKey: string;
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
  readonly routes: Map<string, Route>;
}

/** The state of one search. */
interface Search {
  readonly method: string;
  readonly segments: readonly string[];
  /** Names and encoded values of the parameters on the way to the current node. */
  readonly names: string[];
  readonly values: string[];
  /** Collects the methods of all routes of the path. */
  readonly allowed?: Set<string>;
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
const routeOf = ({ routes }: Node, method: string): Route | undefined =>
  routes.get(method) ?? (method === 'HEAD' ? routes.get('GET') : undefined);

const searchChild = (child: Node, search: Search, at: number, name: string, value: string): Route | undefined => {
  search.names.push(name);
  search.values.push(value);
  const route = searchNode(child, search, at);
  if (route !== undefined) return route;
  search.names.pop();
  search.values.pop();
  return undefined;
};

const searchNode = (node: Node, search: Search, at: number): Route | undefined => {
  const { segments, allowed } = search;
  const segment = segments[at];
  if (segment === undefined) {
    if (allowed !== undefined) for (const method of node.routes.keys()) allowed.add(method);
    return routeOf(node, search.method);
  }
  const literal = node.literals.get(segment);
  if (literal !== undefined) {
    const route = searchNode(literal, search, at + 1);
    // The first segments of the literal routes are reserved: no project has such a key.
    if (route !== undefined || at === 1) return route;
  }
  for (const { prefix, name, node: child } of node.prefixed) {
    if (segment.length <= prefix.length || !segment.startsWith(prefix)) continue;
    const route = searchChild(child, search, at + 1, name, segment.slice(prefix.length));
    if (route !== undefined) return route;
  }
  if (node.parameter !== undefined && segment !== '') {
    const route = searchChild(node.parameter.node, search, at + 1, node.parameter.name, segment);
    if (route !== undefined) return route;
  }
  if (node.remainder === undefined) return undefined;
  const { name, node: child } = node.remainder;
  return searchChild(child, search, segments.length, name, segments.slice(at).join('/'));
};

const decodeSegment = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw fail('InvalidInput', {
      message: `The path segment '${text.slice(0, 100)}' is malformed: expected percent-encoded UTF-8.`,
    });
  }
};

const toMatch = (route: Route, { names, values }: Search): RouteMatch => {
  const parameters: Record<string, string> = {};
  let at = 0;
  for (const name of names) parameters[name] = decodeSegment(values[at++] ?? '');
  return { route, parameters, projectKey: parameters.projectKey ?? '' };
};

const shortenPath = (path: string): string => (path.length > 200 ? `${path.slice(0, 200)}…` : path);

/**
 * Finds the route of a path in a tree of path segments. find-my-way 9 is faster on random paths of the whole table, but not
 * on the paths of requests, and has no equivalent of the reserved first segments (docs/measurements/routing.md).
 */
export class Router {
  readonly #root = createNode();

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.#add(route);
  }

  /** Throws ResourceNotFound for an unknown path, MethodNotAllowed with the allowed methods for a known one. */
  match(method: string, path: string): RouteMatch {
    const search: Search = { method, segments: path.split('/'), names: [], values: [] };
    const route = searchNode(this.#root, search, 1);
    if (route === undefined) throw this.#refusal(method, path);
    return toMatch(route, search);
  }

  #add(route: Route): void {
    const node = route.path.split('/').slice(1).reduce(addSegment, this.#root);
    if (node.routes.has(route.method)) throw new Error(`two routes for ${route.method} ${route.path}`);
    node.routes.set(route.method, route);
  }

  #refusal(method: string, path: string): Error {
    const allowed = new Set<string>();
    searchNode(this.#root, { method, segments: path.split('/'), names: [], values: [], allowed }, 1);
    if (allowed.size === 0)
      return fail('ResourceNotFound', { message: `The path '${shortenPath(path)}' does not exist.` });
    const list = [...allowed].join(', ');
    return fail('MethodNotAllowed', { method: method.slice(0, 20), path: shortenPath(path), allowed: list }, 405, [
      ['Allow', list],
    ]);
  }
}
