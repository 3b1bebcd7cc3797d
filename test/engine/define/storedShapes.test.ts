/** Data of clients is declared with checked shapes: a stored shape in a draft is refused at the start. */
import { test } from '../../support/tap.js';
import { action, unchanged } from '../../../src/engine/define/actions.js';
import { compileResourceType } from '../../../src/engine/define/compileResourceType.js';
import { creation, defineResource } from '../../../src/engine/define/defineResource.js';
import { CustomFields, CustomFieldsDraft } from '../../../src/engine/schema/customFields.js';
import { List, Optional, Shape } from '../../../src/engine/schema/primitives.js';
import { Address, AddressDraft } from '../../../src/commerce/values/address.js';

const compile = (draft: Parameters<typeof Shape>[0], payload: Parameters<typeof Shape>[0] = {}) =>
  compileResourceType(
    defineResource({
      typeId: 'zone',
      path: 'zones',
      scopes: { read: [], write: [] },
      resource: Shape({ custom: Optional(CustomFields) }),
      draft: creation(Shape(draft), () => ({ members: {} })),
      actions: { setPlace: action(payload, () => unchanged) },
    }),
  );

for (const [what, draft, payload, problem] of [
  [
    'custom fields',
    { custom: Optional(CustomFields) },
    {},
    "the draft of zone takes stored custom fields at 'custom.type'",
  ],
  [
    'an address',
    { places: List(Address) },
    {},
    "the draft of zone takes stored custom fields at 'places.*.custom.type'",
  ],
  [
    'an address',
    {},
    { address: Optional(Address) },
    "the action setPlace of zone takes stored custom fields at 'address.custom.type'",
  ],
] as const)
  test(`refuses ${what} of the stored shape in ${Object.keys(payload).length > 0 ? 'an action' : 'a draft'}`, t => {
    t.throws(() => compile(draft, payload), {
      message: `${problem}, which nothing checks: declare CustomFieldsDraft or AddressDraft there`,
    });
    compile({ custom: Optional(CustomFieldsDraft), places: List(AddressDraft) });
    t.end();
  });
