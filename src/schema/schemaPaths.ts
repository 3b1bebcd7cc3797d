/** Where in a declared shape references stand: found once in the schema, walked in each value. */
import type { TSchema } from '@sinclair/typebox';

/** What `Reference`, `KeyReference` and `ResourceIdentifier` mark their schema with. */
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
  /** Absent where values are undeclared: whatever looks like a reference there is one. */
  readonly mark?: ReferenceMark;
}

type Kind = 'reference' | 'identifier';

/** All places in `schema` that are marked as `kind`, and those with undeclared values: `value` is one, `values` an object of them. */
export const markedPaths = (schema: TSchema, kind: Kind, steps: readonly string[] = []): SchemaPath[] => {
  const mark = schema[kind] as ReferenceMark | undefined;
  if (mark !== undefined) return [{ steps, mark }];
  if (schema.undeclared === 'value') return [{ steps }, { steps: [...steps, '*'] }];
  if (schema.undeclared === 'values') return [{ steps: [...steps, '**'] }, { steps: [...steps, '**', '*'] }];
  if (schema.type === 'array') return markedPaths(schema.items as TSchema, kind, [...steps, '*']);
  const properties = schema.properties as Record<string, TSchema> | undefined;
  return Object.entries(properties ?? {}).flatMap(([name, member]) => markedPaths(member, kind, [...steps, name]));
};

type Visit = (found: Record<string, unknown>, path: string) => void;

const walk = (value: unknown, steps: readonly string[], at: number, path: string, visit: Visit): void => {
  if (typeof value !== 'object' || value === null) return;
  if (at === steps.length) return visit(value as Record<string, unknown>, path);
  const step = steps[at]!;
  if (step === '**') {
    if (!Array.isArray(value))
      for (const [name, member] of Object.entries(value)) walk(member, steps, at + 1, `${path}.${name}`, visit);
    return;
  }
  if (step !== '*')
    return walk((value as Record<string, unknown>)[step], steps, at + 1, path === '' ? step : `${path}.${step}`, visit);
  if (Array.isArray(value)) value.forEach((item, index) => walk(item, steps, at + 1, `${path}[${index}]`, visit));
};

/** What an undeclared value refers to; undefined for one that is no reference. */
const undeclared = (found: Record<string, unknown>): ReferenceMark | undefined =>
  typeof found.typeId === 'string' && (typeof found.id === 'string' || typeof found.key === 'string')
    ? { typeId: found.typeId, by: 'id', undeclared: true }
    : undefined;

/** Calls `visit` for every object that stands at one of the paths, with its path in wire form below `base`. */
export const visitPaths = (
  value: unknown,
  paths: readonly SchemaPath[],
  base: string,
  visit: (found: Record<string, unknown>, mark: ReferenceMark, path: string) => void,
): void => {
  for (const { steps, mark } of paths)
    walk(value, steps, 0, base, (found, path) => {
      const meant = mark ?? undeclared(found);
      if (meant !== undefined) visit(found, meant, path);
    });
};
