/**
 * Every update action that sends a message is sent a second time, as it was. One that adds something adds it again, one
 * that cannot run twice is refused; any other one must not count as a change. keptMembers.test.ts repeats the actions
 * of all resource types, with new resources.
 */
import { sendEveryMessage } from '../../support/everyMessage.js';
import { startGraphql } from '../../support/graphql.js';
import { contentOf } from '../../support/resourceApi.js';
import { test } from '../../support/tap.js';

const project = await startGraphql();

/** Actions that count as a change each time. */
const counted = [
  // A State may follow itself, and each transition is told.
  'transitionState',
  // The cart is priced anew.
  'setCustomShippingMethod',
];

test('a repeated update action that changes nothing keeps the version and sends no message', async t => {
  const idle: string[] = [];
  let repetitions = 0;
  await sendEveryMessage(project, async ({ current, action, repeat }) => {
    const repeated = await repeat();
    if (repeated === undefined) return current;
    repetitions += 1;
    const isChanged = contentOf(repeated) !== contentOf(current);
    if (!isChanged && JSON.stringify(repeated) !== JSON.stringify(current)) idle.push(action.action as string);
    return repeated;
  });
  t.ok(repetitions > 150, `${repetitions} actions were taken twice`);
  t.same([...new Set(idle)], counted, 'no other action counts as a change without one');
});
