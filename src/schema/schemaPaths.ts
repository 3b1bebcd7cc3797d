/** The places in a declared shape where references stand: found once in the schema, then visited in each value. */
import type { TSchema } from '@sinclair/typebox';

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

type VisitObject = (object: Record<string, unknown>, path: string) => void;

const visitPath = (value: unknown, steps: readonly string[], depth: number, path: string, visit: VisitObject): void => {
  if (typeof value !== 'object' || value === null) return;
  const step = steps[depth];
  if (step === undefined) return visit(value as Record<string, unknown>, path);
  if (step === '*') {
    if (Array.isArray(value))
      value.forEach((item, index) => visitPath(item, steps, depth + 1, `${path}[${index}]`, visit));
    return;
  }
  if (step !== '**') {
    const member = (value as Record<string, unknown>)[step];
    return visitPath(member, steps, depth + 1, path === '' ? step : `${path}.${step}`, visit);
  }
  if (!Array.isArray(value))
    for (const [name, member] of Object.entries(value)) visitPath(member, steps, depth + 1, `${path}.${name}`, visit);
};

/** The mark of an undeclared value that looks like a reference; undefined for another value. */
const undeclaredMark = ({ typeId, id, key }: Record<string, unknown>): ReferenceMark | undefined =>
  typeof typeId === 'string' && (typeof id === 'string' || typeof key === 'string')
    ? { typeId, by: 'id', undeclared: true }
    : undefined;

/** Calls `visit` for every object at one of the paths, with its path in wire form below `base`. */
export const visitPaths = (
  value: unknown,
  paths: readonly SchemaPath[],
  base: string,
  visit: (object: Record<string, unknown>, mark: ReferenceMark, path: string) => void,
): void => {
  for (const { steps, mark } of paths)
    visitPath(value, steps, 0, base, (object, path) => {
      const markOfObject = mark ?? undeclaredMark(object);
      if (markOfObject !== undefined) visit(object, markOfObject, path);
    });
};
