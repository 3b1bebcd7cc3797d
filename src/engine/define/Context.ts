import type { Identifier, KeyReferenceValue, ReferenceValue } from '../../schema/reference.js';

/** Who asks, as far as `createdBy` and `lastModifiedBy` tell it (GEN036). */
export interface Client {
  readonly clientId?: string;
  readonly anonymousId?: string;
  readonly customerId?: string;
  readonly externalUserId?: string;
}

/** The settings of a project that rules depend on. */
export interface ProjectSettings {
  readonly key: string;
  readonly languages: readonly string[];
  readonly currencies: readonly string[];
  readonly countries: readonly string[];
  /** EVT029, EVT030: whether messages are stored, and for how many days. */
  readonly messages: { readonly enabled: boolean; readonly deleteDaysAfterCreation: number };
  /** LIM019: days that a cart is given when it names none. */
  readonly carts: { readonly deleteDaysAfterLastModification: number; readonly countryTaxRateFallbackEnabled: boolean };
  /** SEARCH011: whether its orders can be searched. */
  readonly isSearched: boolean;
}

/** What drafts and actions see of the world; everything in it was fetched before they run. */
export interface Context {
  readonly project: ProjectSettings;
  /** The time of the request, UTC, ISO 8601 with milliseconds; the same for all that one commit does. */
  readonly now: string;
  /** A fresh UUID. */
  newId(): string;
  /** The reference that an identifier stands for. */
  reference<T extends string>(typeId: T, identifier: Identifier): ReferenceValue<T>;
  /** The reference by key that an identifier stands for. */
  keyReference<T extends string>(typeId: T, identifier: Identifier): KeyReferenceValue<T>;
  /** The resource an identifier stands for; its schema must say `load: true`. */
  load<R>(typeId: string, identifier: Identifier): R;
}
