/** The verbs that create, update and delete the resources of a type. */
import type { TypeId } from '../../engine/schema/TypeId.js';
import { customerVerbs } from './customers.js';
import { resourceVerbs } from './resources.js';
import type { Verb } from './Verb.js';

/** The verbs of a type, where they are not those of all types. */
export type OwnChanges = Readonly<Partial<Record<'create' | 'update' | 'remove', Verb>>>;

const { updateWithJob } = resourceVerbs;

const ownChanges: Readonly<Partial<Record<TypeId, OwnChanges>>> = {
  'api-client': { create: resourceVerbs.createApiClient, remove: resourceVerbs.removeApiClient },
  category: { update: updateWithJob },
  customer: {
    create: customerVerbs.signUp,
    update: customerVerbs.updateCustomer,
    remove: customerVerbs.removeCustomer,
  },
  extension: {
    create: resourceVerbs.createExtension,
    update: resourceVerbs.updateExtension,
    remove: resourceVerbs.removeExtension,
  },
  // It has no update actions, and can be deleted nevertheless.
  'key-value-document': { create: resourceVerbs.createOrReplace, remove: resourceVerbs.remove },
  'product-selection': { remove: resourceVerbs.removeProductSelection },
  'product-type': { update: updateWithJob },
  project: { update: resourceVerbs.updateProject },
  type: { update: updateWithJob },
};

const byTypeId: ReadonlyMap<string, OwnChanges> = new Map(Object.entries(ownChanges));

export const ownChangesOf = (typeId: string): OwnChanges => byTypeId.get(typeId) ?? {};
