/** Visits the places of references in a value in one pass, however many declared paths there are. */
import type { TSchema } from '@sinclair/typebox';

/* The following finds the places of references in a declared shape, once; each value is read only at these places. */

/** The mark that `Reference`, `KeyReference` and `ResourceIdentifier` put on their schema. */
export interface ReferenceMark {
  readonly typeId: string;
  readonly by?: 'id' | 'key';
  readonly load?: boolean;
  readonly exclusive?: boolean;
  readonly undeclared?: boolean;
}

export interface SchemaPath {
  /** Member names; `*` stands for every element of an array, `**` for every member of an object. */
  readonly steps: readonly string[];
  /** Absent where values are undeclared: every value there that looks like a reference is one. */
  readonly mark?: ReferenceMark;
}

type MarkKind = 'reference' | 'identifier';

/**
 * All places in `schema` that are marked as `kind`, and those with undeclared values: `value` is one, `values` an
 * object of them.
 */
export const markedPaths = (schema: TSchema, kind: MarkKind, steps: readonly string[] = []): SchemaPath[] => {
  const mark = schema[kind] as ReferenceMark | undefined;
  if (mark !== undefined) return [{ steps, mark }];
  if (schema.undeclared === 'value') return [{ steps }, { steps: [...steps, '*'] }];
  if (schema.undeclared === 'values') return [{ steps: [...steps, '**'] }, { steps: [...steps, '**', '*'] }];
  if (schema.type === 'array') return markedPaths(schema.items as TSchema, kind, [...steps, '*']);
  const properties = schema.properties as Record<string, TSchema> | undefined;
  return Object.entries(properties ?? {}).flatMap(([name, member]) => markedPaths(member, kind, [...steps, name]));
};

/** A place where a reference or an identifier stands. */
interface VisitedReference {
  readonly object: Readonly<Record<string, unknown>>;
  readonly mark: ReferenceMark;
  /** The path in wire form, `lineItems[2].state`; empty if no base was given. */
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

/** A PathNode in the form in which values are visited: the steps by their kinds, in lists. */
interface Visitor {
  readonly ends: PathNode['ends'];
  readonly members: readonly { readonly name: string; readonly visitor: Visitor }[];
  readonly everyMember?: Visitor;
  readonly elements?: Visitor;
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

const visitorOf = ({ ends, steps }: PathNode): Visitor => {
  const [everyMember, elements] = [steps.get('**'), steps.get('*')];
  return {
    ends,
    members: [...steps]
      .filter(([name]) => name !== '*' && name !== '**')
      .map(([name, node]) => ({ name, visitor: visitorOf(node) })),
    everyMember: everyMember && visitorOf(everyMember),
    elements: elements && visitorOf(elements),
  };
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

const visitMembers = (
  { members, everyMember }: Visitor,
  object: Record<string, unknown>,
  path: string | undefined,
  hits: Hit[],
): void => {
  for (const { name, visitor } of members) {
    const value = object[name];
    if (typeof value === 'object') visit(visitor, value, memberPath(path, name), hits);
  }
  if (everyMember === undefined) return;
  for (const name of Object.keys(object)) visit(everyMember, object[name], memberPath(path, name), hits);
};

const visit = (visitor: Visitor, value: unknown, path: string | undefined, hits: Hit[]): void => {
  if (typeof value !== 'object' || value === null) return;
  const object = value as Record<string, unknown>;
  for (const { position, mark = undeclaredMark(object) } of visitor.ends)
    if (mark !== undefined) hits.push({ position, object, mark, path: path ?? '' });
  if (!Array.isArray(value)) return visitMembers(visitor, object, path, hits);
  const { elements } = visitor;
  if (elements === undefined) return;
  for (let at = 0; at < value.length; at++)
    visit(elements, value[at], path === undefined ? undefined : `${path}[${at}]`, hits);
};

const byPosition = (one: Hit, other: Hit): number => one.position - other.position;

export const compilePaths = (paths: readonly SchemaPath[]): FindReferences => {
  const root = visitorOf(pathTree(paths));
  return (value, base) => {
    const hits: Hit[] = [];
    visit(root, value, base, hits);
    return hits.length < 2 ? hits : hits.sort(byPosition);
  };
};
