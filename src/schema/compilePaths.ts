/** Visits the places of references in a value in one pass, however many declared paths there are. */
import type { ReferenceMark, SchemaPath } from './schemaPaths.js';

/** A place where a reference or an identifier stands. */
export interface VisitedReference {
  readonly object: Readonly<Record<string, unknown>>;
  readonly mark: ReferenceMark;
  /** In wire form, `lineItems[2].state`; empty if no base was given. */
  readonly path: string;
}

/** Finds the references in a value, in the order of the declared paths; `base` is the wire path of the value. */
export type FindReferences = (value: unknown, base?: string) => readonly VisitedReference[];

/** The paths that share their first steps, as a tree; a step is a member name, `*` or `**` (SchemaPath). */
interface PathNode {
  /** The paths that end here, with their positions in the list of paths. */
  readonly ends: { readonly position: number; readonly mark?: ReferenceMark }[];
  readonly steps: Map<string, PathNode>;
}

interface Hit extends VisitedReference {
  readonly position: number;
}

const newNode = (): PathNode => ({ ends: [], steps: new Map() });

const pathTree = (paths: readonly SchemaPath[]): PathNode => {
  const root = newNode();
  paths.forEach(({ steps, mark }, position) => {
    let node = root;
    for (const step of steps) {
      let next = node.steps.get(step);
      if (next === undefined) node.steps.set(step, (next = newNode()));
      node = next;
    }
    node.ends.push({ position, mark });
  });
  return root;
};

/** The mark of an undeclared value that looks like a reference; undefined for another value. */
const undeclaredMark = ({ typeId, id, key }: Record<string, unknown>): ReferenceMark | undefined =>
  typeof typeId === 'string' && (typeof id === 'string' || typeof key === 'string')
    ? { typeId, by: 'id', undeclared: true }
    : undefined;

const memberPath = (path: string | undefined, name: string): string | undefined => {
  if (path === undefined) return undefined;
  return path === '' ? name : `${path}.${name}`;
};

const visitMembers = (node: PathNode, object: Record<string, unknown>, path: string | undefined, hits: Hit[]): void => {
  for (const [step, next] of node.steps) {
    if (step === '**')
      for (const name of Object.keys(object)) visitNode(next, object[name], memberPath(path, name), hits);
    else if (step !== '*') visitNode(next, object[step], memberPath(path, step), hits);
  }
};

const visitNode = (node: PathNode, value: unknown, path: string | undefined, hits: Hit[]): void => {
  if (typeof value !== 'object' || value === null) return;
  const object = value as Record<string, unknown>;
  for (const { position, mark = undeclaredMark(object) } of node.ends)
    if (mark !== undefined) hits.push({ position, object, mark, path: path ?? '' });
  if (!Array.isArray(value)) return visitMembers(node, object, path, hits);
  const elements = node.steps.get('*');
  if (elements === undefined) return;
  for (let at = 0; at < value.length; at++)
    visitNode(elements, value[at], path === undefined ? undefined : `${path}[${at}]`, hits);
};

export const compilePaths = (paths: readonly SchemaPath[]): FindReferences => {
  const root = pathTree(paths);
  return (value, base) => {
    const hits: Hit[] = [];
    visitNode(root, value, base, hits);
    return hits.sort((one, other) => one.position - other.position);
  };
};
