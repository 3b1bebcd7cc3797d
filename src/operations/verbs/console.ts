/** Operations of the administration console, which the API description does not have (src/operations/console). */
import { type ConsoleVerb, consoleVerbs as names } from '../../engine/define/RouteVerb.js';
import { toConsoleCall } from '../callRequests.js';
import type { Verb } from './Verb.js';

/** These verbs look at all predicates or discounts of a project. */
const heavy: ReadonlySet<ConsoleVerb> = new Set(['testPredicates', 'testDiscount']);

/** The modules of the console are loaded by its first call. */
const consoleVerb = (name: ConsoleVerb): Verb => ({
  kind: 'command',
  run: async (services, call) => {
    const { answerConsole } = await import('../console/answerConsole.js');
    return answerConsole(services, name, toConsoleCall(call));
  },
  weight: heavy.has(name) ? 'heavy' : undefined,
});

export const consoleVerbs = Object.fromEntries(names.map(name => [name, consoleVerb(name)])) as Record<
  ConsoleVerb,
  Verb
>;
