import type { Static, TSchema } from '@sinclair/typebox';
import { pairClaims } from './addressPair.js';
import type { Base } from './Base.js';
import type { BeforeCommit } from './BeforeCommit.js';
import type { Context } from './Context.js';
import type { Creation, CreationNeeds, CreationResult } from './Creation.js';
import type { DeclaredMessages } from './Message.js';
import type { ResourceDefinition } from './ResourceDefinition.js';

/**
 * Declares a resource type: `defineResource<State>({ … })`. commerce/resources/index.ts checks all declarations against
 * each other.
 */
export const defineResource = <R extends Base>(
  definition: Omit<ResourceDefinition<R>, 'messages'> & DeclaredMessages<R>,
): ResourceDefinition => {
  const declared = definition as unknown as ResourceDefinition;
  const pair = declared.otherAddresses?.pair;
  const isKeyed = (declared.unique as readonly string[] | undefined)?.includes('key') === true;
  return {
    ...(isKeyed && { addressedBy: { segment: 'key', field: 'key' as never } }),
    ...declared,
    ...(pair !== undefined && { claims: { values: pairClaims(pair) } }),
  };
};

/**
 * Declares a way to create a resource: `creation(Draft, (draft, context) => …)`; the draft's type follows from its
 * schema.
 */
export const creation = <R, S extends TSchema>(
  schema: S,
  create: (draft: Static<S>, context: Context) => CreationResult<R>,
  needs: CreationNeeds<Static<S>> = [],
  beforeCommit?: BeforeCommit<R>,
): Creation<R> => ({
  schema,
  create: create as Creation<R>['create'],
  needs: needs as Creation<R>['needs'],
  beforeCommit,
});
