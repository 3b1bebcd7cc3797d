/** Order Search as it stands on the wire: what tests send and get. */
export const compoundKinds = ['and', 'or', 'not', 'filter'] as const;
export type CompoundKind = (typeof compoundKinds)[number];

export type LeafKind = 'fullText' | 'exact' | 'prefix' | 'range' | 'wildcard' | 'exists';

/** The members of a query expression, whichever of them its kind has. */
export interface Operand {
  readonly field: string;
  readonly customType?: string;
  readonly language?: string;
  readonly boost?: number;
  readonly value?: string | number | boolean;
  readonly caseInsensitive?: boolean;
  readonly mustMatch?: 'all' | 'any';
  readonly gte?: string | number;
  readonly lte?: string | number;
}

/** Exactly one member is there. */
export type WireQuery = { readonly [K in CompoundKind]?: readonly WireQuery[] } & {
  readonly [K in LeafKind]?: Operand;
};

export interface WireSort {
  readonly field: string;
  readonly customType?: string;
  readonly language?: string;
  readonly order: 'asc' | 'desc';
  readonly mode?: 'min' | 'max' | 'avg' | 'sum';
  readonly filter?: WireQuery;
}

export interface WireRequest {
  readonly query: WireQuery;
  readonly sort?: readonly WireSort[];
  readonly limit?: number;
  readonly offset?: number;
}

export interface WireHit {
  readonly id: string;
  readonly version: number;
  readonly relevance: number;
}
export interface WireAnswer {
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  readonly hits: readonly WireHit[];
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** An order as GET answers with it. */
export type WireOrder = { readonly [name: string]: Json } & {
  readonly id: string;
  readonly version: number;
  readonly createdAt: string;
};

/** The one kind of a query and what stands behind it. */
export const partsOf = (
  query: WireQuery,
):
  | { readonly kind: CompoundKind; readonly parts: readonly WireQuery[] }
  | { readonly kind: LeafKind; readonly operand: Operand } => {
  const [kind, content] = Object.entries(query)[0] as [string, unknown];
  return (compoundKinds as readonly string[]).includes(kind)
    ? { kind: kind as CompoundKind, parts: content as readonly WireQuery[] }
    : { kind: kind as LeafKind, operand: content as Operand };
};

/** The expressions of a query, wherever they stand in it. */
export const leavesOf = (query: WireQuery): { readonly kind: LeafKind; readonly operand: Operand }[] => {
  const node = partsOf(query);
  return 'parts' in node ? node.parts.flatMap(leavesOf) : [node];
};

/** SEARCH018: no compound directly inside one of its kind, and of each kind at most one among the parts of another. */
export const isWellNested = (query: WireQuery): boolean => {
  const node = partsOf(query);
  if ('operand' in node) return true;
  const inner = node.parts
    .map(partsOf)
    .filter(part => 'parts' in part)
    .map(({ kind }) => kind);
  return !inner.includes(node.kind) && new Set(inner).size === inner.length && node.parts.every(isWellNested);
};
