/** The requests and responses of Order Search, as tests send and receive them. */
export const compoundKinds = ['and', 'or', 'not', 'filter'] as const;
export type CompoundKind = (typeof compoundKinds)[number];
export type LeafKind = 'fullText' | 'exact' | 'prefix' | 'range' | 'wildcard' | 'exists';

/** A field as a query names it. */
export interface SearchField {
  readonly field: string;
  readonly customType?: string;
  readonly language?: string;
}

/** The members of query expressions of all kinds. */
export interface Operand extends SearchField {
  readonly boost?: number;
  readonly value?: string | number | boolean;
  readonly caseInsensitive?: boolean;
  readonly mustMatch?: 'all' | 'any';
  readonly gte?: string | number;
  readonly lte?: string | number;
}

/** A query has exactly one of these members. */
export type WireQuery = { readonly [K in CompoundKind]?: readonly WireQuery[] } & {
  readonly [K in LeafKind]?: Operand;
};

export interface WireSort extends SearchField {
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

export type WireHit = { readonly id: string; readonly version: number; readonly relevance: number };
export interface WireAnswer {
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  readonly hits: readonly WireHit[];
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** An order as GET returns it. */
export type WireOrder = { readonly [name: string]: Json } & {
  readonly id: string;
  readonly version: number;
  readonly createdAt: string;
};

/** Returns the kind of a query with its parts or its operand. */
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

/** Returns the expressions of a query at all levels. */
export const leavesOf = (query: WireQuery): { readonly kind: LeafKind; readonly operand: Operand }[] => {
  const node = partsOf(query);
  return 'parts' in node ? node.parts.flatMap(leavesOf) : [node];
};

/** Refuses a compound directly inside one of its kind, and two compounds of one kind in another (SEARCH018). */
export const isWellNested = (query: WireQuery): boolean => {
  const node = partsOf(query);
  if ('operand' in node) return true;
  const inner = node.parts
    .map(partsOf)
    .filter(part => 'parts' in part)
    .map(({ kind }) => kind);
  return !inner.includes(node.kind) && new Set(inner).size === inner.length && node.parts.every(isWellNested);
};
