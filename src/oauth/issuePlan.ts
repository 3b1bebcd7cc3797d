/** What lua/issueToken.lua is told. */
import { keys } from '../store/keys.js';
import type { ScopeListPlan } from './scopeLists.js';

export type IssueStatus =
  | 'OK'
  | 'REVOKED'
  | 'UNKNOWN_REFRESH_TOKEN'
  | 'ANONYMOUS_ID_IN_USE'
  | 'TOO_MANY_SCOPES'
  | 'TOO_MANY_ACCESS_TOKENS';

/** Collects the keys of a script call; the arguments name a key by its position, which starts with 1. */
export class KeyList {
  readonly keys: string[] = [];

  readonly position = (key: string): number => this.keys.push(key);
}

/** Removes undefined members, which Redis' cmsgpack does not know. */
export const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;

/** The keys of a project's refresh tokens, as lua/include/refreshTokens.lua expects them. */
export const refreshKeys = [
  keys.refreshRecords,
  keys.refreshUsed,
  keys.refreshCustomLifetime,
  keys.refreshExpiry,
  keys.anonymous,
];

/** A list of scopes, with the position of its key; without `text` it must exist. */
type PositionedList = Pick<ScopeListPlan, 'member' | 'validityMs'> &
  Partial<Pick<ScopeListPlan, 'text' | 'isOwn'>> & { readonly key: number };

/** The members that TypeScript uses; the script describes them all. */
export interface IssuePlan {
  readonly clientTokens: { readonly key: number };
  readonly scopes: readonly PositionedList[];
  readonly [more: string]: unknown;
}
