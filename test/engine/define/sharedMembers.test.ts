/** The first level of a declaration has what resource types share; what few types declare stands in a group. */
import { definitions } from '../../../src/commerce/resources/index.js';
import { test } from '../../support/tap.js';

/** Members that one type alone declares, each with the reason why it is in no group. */
const reasons: Readonly<Record<string, string>> = {};

const typesByMember = new Map<string, string[]>();
for (const definition of definitions)
  for (const [member, value] of Object.entries(definition))
    if (value !== undefined) typesByMember.set(member, [...(typesByMember.get(member) ?? []), definition.typeId]);

test('each member of the first level is declared by several resource types, or has a reason', t => {
  const counts = [...typesByMember].map(([member, types]) => `${member} ${types.length}`);
  t.comment(`members of ${definitions.length} resource types: ${counts.join(', ')}`);
  t.strictSame(
    [...typesByMember].filter(([, types]) => types.length === 1).map(([member]) => member),
    Object.keys(reasons),
  );
  t.end();
});
