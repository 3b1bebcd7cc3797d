/** Finds the route of a path. The table is a tree of segments: literal, then `prefix={name}`, then `{name}`, then `{name*}`, which takes all that is left. */
import { fail } from '../../errors/ApiError.js';
import type { Route } from './routes.js';

interface Node {
  readonly literal: Map<string, Node>;
  readonly prefixed: { readonly prefix: string; readonly name: string; readonly node: Node }[];
  any?: { readonly name: string; readonly node: Node };
  rest?: { readonly name: string; readonly node: Node };
  readonly routes: Map<string, Route>;
}

/** A route and the values of its path's parameters, decoded. */
export interface RouteMatch {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface Router {
  /** Throws ResourceNotFound for an unknown path, MethodNotAllowed (with what is allowed) for a known one. */
  match(method: string, path: string): RouteMatch;
}

const newNode = (): Node => ({ literal: new Map(), prefixed: [], routes: new Map() });

const segmentPattern = /^([^{}]*)(?:\{(\w+)(\*?)\})?$/;

const child = (node: Node, segment: string): Node => {
  const [, prefix, name, star] = segmentPattern.exec(segment)!;
  if (name === undefined) {
    const known = node.literal.get(segment) ?? newNode();
    node.literal.set(segment, known);
    return known;
  }
  if (star === '*') return (node.rest ??= { name, node: newNode() }).node;
  if (prefix === '') return (node.any ??= { name, node: newNode() }).node;
  let known = node.prefixed.find(each => each.prefix === prefix && each.name === name);
  if (known === undefined) node.prefixed.push((known = { prefix: prefix!, name, node: newNode() }));
  return known.node;
};

const add = (root: Node, route: Route): void => {
  const node = route.path.split('/').slice(1).reduce(child, root);
  if (node.routes.has(route.method)) throw new Error(`two routes for ${route.method} ${route.path}`);
  node.routes.set(route.method, route);
};

type Raw = readonly [name: string, value: string];

/** Calls `visit` for every node that the segments lead to, the most literal first, until it returns true. */
const walk = (
  node: Node,
  segments: readonly string[],
  at: number,
  raw: readonly Raw[],
  visit: (node: Node, raw: readonly Raw[]) => boolean,
): boolean => {
  if (at === segments.length) return node.routes.size > 0 && visit(node, raw);
  const segment = segments[at]!;
  const literal = node.literal.get(segment);
  if (literal !== undefined && walk(literal, segments, at + 1, raw, visit)) return true;
  // The names that stand first in a path are reserved: they are no projects.
  if (literal !== undefined && at === 1) return false;
  for (const { prefix, name, node: next } of node.prefixed)
    if (
      segment.length > prefix.length &&
      segment.startsWith(prefix) &&
      walk(next, segments, at + 1, [...raw, [name, segment.slice(prefix.length)]], visit)
    )
      return true;
  if (
    node.any !== undefined &&
    segment !== '' &&
    walk(node.any.node, segments, at + 1, [...raw, [node.any.name, segment]], visit)
  )
    return true;
  return (
    node.rest !== undefined &&
    walk(node.rest.node, segments, segments.length, [...raw, [node.rest.name, segments.slice(at).join('/')]], visit)
  );
};

const decode = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw fail('InvalidInput', {
      message: `The path segment '${text.slice(0, 100)}' is malformed: expected percent-encoded UTF-8.`,
    });
  }
};

const decoded = (raw: readonly Raw[]): Record<string, string> => {
  const parameters: Record<string, string> = {};
  for (const [name, text] of raw) parameters[name] = decode(text);
  return parameters;
};

/** A path that has no HEAD of its own answers it as its GET. */
const answering = ({ routes }: Node, method: string): Route | undefined =>
  routes.get(method) ?? (method === 'HEAD' ? routes.get('GET') : undefined);

const shownPath = (path: string): string => (path.length > 200 ? `${path.slice(0, 200)}…` : path);

export const createRouter = (routes: readonly Route[]): Router => {
  const root = newNode();
  for (const route of routes) add(root, route);
  return {
    match: (method, path) => {
      const allowed = new Set<string>();
      let found: RouteMatch | undefined;
      walk(root, path.split('/'), 1, [], (node, raw) => {
        const route = answering(node, method);
        if (route !== undefined) found = { route, parameters: decoded(raw) };
        else for (const each of node.routes.keys()) allowed.add(each);
        return route !== undefined;
      });
      if (found !== undefined) return found;
      if (allowed.size === 0)
        throw fail('ResourceNotFound', { message: `The path '${shownPath(path)}' does not exist.` });
      const list = [...allowed].join(', ');
      throw fail('MethodNotAllowed', { method: method.slice(0, 20), path: shownPath(path), allowed: list }, 405, [
        ['Allow', list],
      ]);
    },
  };
};
