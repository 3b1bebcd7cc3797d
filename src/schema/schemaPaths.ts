/** The places in a declared shape where references stand; compilePaths.ts visits them in each value. */
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
