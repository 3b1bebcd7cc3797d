/** The answer to a change that ended with an error of Redis or of its client, by the text of the error. */
import {
  isConnectionLost,
  isNodeLost,
  isRedirected,
  isSlotMoving,
  isSplitAcrossNodes,
  NotSentError,
} from '../../src/base/redis/redisErrors.js';
import { fail } from '../../src/base/errors/ApiError.js';
import { UnavailableError } from '../../src/base/errors/UnavailableError.js';
import { commitFailure, toWriteError } from '../../src/store/unavailableErrors.js';
import { test } from '../support/tap.js';

/** An error that a server answered with. */
const reply = (message: string): Error => Object.assign(new Error(message), { name: 'ReplyError' });
const redirections = 'Too many Cluster redirections. Last error: ReplyError:';

/** A change that no server ran is not written; what a lost answer was about is not known. */
const answers: readonly (readonly [error: Error, ofCommit: string, before: string])[] = [
  [new NotSentError('no connection'), 'not_written', 'not_written'],
  [reply('MOVED 866 127.0.0.1:7001'), 'not_written', 'not_written'],
  [reply('ASK 866 127.0.0.1:7001'), 'not_written', 'not_written'],
  [reply('TRYAGAIN Multiple keys request during rehashing of slot'), 'not_written', 'not_written'],
  [reply('CLUSTERDOWN The cluster is down'), 'not_written', 'not_written'],
  [new Error(`${redirections} ASK 866 127.0.0.1:7001`), 'not_written', 'not_written'],
  [new Error(`${redirections} TRYAGAIN Multiple keys`), 'not_written', 'not_written'],
  [
    new Error('Too many Cluster redirections. Last error: Error: Connection is closed.'),
    'unknown_outcome',
    'not_written',
  ],
  [new Error('Connection is closed.'), 'unknown_outcome', 'not_written'],
  [new Error('Command aborted due to connection close'), 'unknown_outcome', 'not_written'],
  [new Error('Command timed out'), 'unknown_outcome', 'not_written'],
  [reply("OOM command not allowed when used memory > 'maxmemory'."), 'write_refused', 'write_refused'],
  [reply('NOREPLICAS Not enough good replicas to write.'), 'write_refused', 'write_refused'],
];

const reasonOf = (error: unknown): unknown => (error instanceof UnavailableError ? error.reason : error);

test('a commit that ended with an error says whether it was written, as far as that is known', t => {
  for (const [error, ofCommit, before] of answers)
    t.same([reasonOf(commitFailure(error)), reasonOf(toWriteError(error))], [ofCommit, before], error.message);
  t.end();
});

test('a refusal stays itself, and a defect is no answer', t => {
  const refusal = fail('InvalidInput', { message: 'no' });
  const defect = new TypeError('x is not a function');
  t.same([commitFailure(refusal), toWriteError(refusal)], [refusal, refusal]);
  t.same([commitFailure(defect), toWriteError(defect)], [defect, undefined]);
  t.end();
});

test('tells the errors of a cluster from one another by their texts', t => {
  const kinds = { isConnectionLost, isNodeLost, isSlotMoving, isSplitAcrossNodes, isRedirected };
  const kindsOf = (message: string): string[] =>
    Object.entries(kinds).flatMap(([name, is]) => (is(reply(message)) ? [name] : []));
  for (const [message, expected] of [
    ['MOVED 1 127.0.0.1:7001', ['isRedirected']],
    ['ASK 1 127.0.0.1:7001', ['isRedirected']],
    ['TRYAGAIN Multiple keys', ['isSplitAcrossNodes', 'isRedirected']],
    ['CLUSTERDOWN Hash slot not served', ['isRedirected']],
    ['UNBLOCKED force unblock', ['isRedirected']],
    [`${redirections} ASK 1 127.0.0.1:7001`, ['isSlotMoving']],
    [`${redirections} TRYAGAIN Multiple keys`, ['isSlotMoving']],
    [`${redirections} CLUSTERDOWN Hash slot not served`, ['isNodeLost']],
    [`${redirections} Error: Connection is closed.`, ['isNodeLost']],
    ['Connection is closed.', ['isConnectionLost']],
    ['read ECONNRESET', ['isConnectionLost']],
    ['write EPIPE', ['isConnectionLost']],
    ['WRONGTYPE Operation against a key', []],
  ] as const)
    t.same(kindsOf(message), expected, message);
  t.end();
});
