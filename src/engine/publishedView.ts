/** What tokens see that may read published data alone: published resources, without their staged data. */
import { allowsScope } from '../credentials/scopes.js';
import type { Base } from './define/Base.js';
import type { PublishedView } from './define/PublishedView.js';
import type { ResourceDefinition } from './define/ResourceDefinition.js';

type Members = Readonly<Record<string, unknown>>;

const noScopes: ReadonlySet<string> = new Set();

/** All scopes that read resources of a type, or the published ones of them. */
export const readScopes = ({
  scopes,
  published,
}: Pick<ResourceDefinition, 'scopes' | 'published'>): readonly string[] =>
  published === undefined ? scopes.read : [...scopes.read, ...published.scopes];

/** Whether a token sees no more than the published data of a type that has staged data too. */
export const seesPublishedOnly = (
  { scopes: { read }, published, storeField }: ResourceDefinition,
  scopes: ReadonlySet<string> = noScopes,
  storeKey?: string,
): boolean => published !== undefined && !allowsScope(scopes, read, storeField === undefined ? undefined : storeKey);

export const isPublished = ({ member, flag }: PublishedView<Base>, resource: object): boolean =>
  ((resource as Members)[member] as Members | undefined)?.[flag] === true;

/** Replaces the member with staged data, where it was read. */
export const showPublished = <M extends object>({ member, show }: PublishedView<Base>, members: M): M =>
  member in members ? Object.assign({}, members, show(members as unknown as Base)) : members;

/** The body of a resource as its published view shows it. */
export const showPublishedBody = (view: PublishedView<Base>, body: Buffer): Buffer =>
  Buffer.from(JSON.stringify(showPublished(view, JSON.parse(body.toString()) as object)));
