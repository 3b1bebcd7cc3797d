/**
 * Data that requests share must not show a token more than it may read: tokens send the same requests before and after
 * each other, and get the responses of a server that makes each response anew (docs/reference/shared-state.md).
 */
import { Random } from '../../examples/sample-shop/choices.js';
import { isLong, rounds } from '../support/rounds.js';
import { test } from '../support/tap.js';
import { pairRequests, type Request, randomRequest } from './pairRequests.js';
import { addExternalToken, type Answer, startTokenPairs } from './tokenPairs.js';

const seed = Number(process.env.TOKEN_PAIRS_SEED ?? 7);
const random = new Random(seed);
const pairs = await startTokenPairs();
const requests = pairRequests(pairs);
const { tokens, send, sendFresh, api, products } = pairs;

/** The newly made responses, by the name of the token. */
type Answers = ReadonlyMap<string, Answer>;

const freshAnswers = async (request: Request, names: readonly string[]): Promise<Answers> =>
  new Map(
    await Promise.all(names.map(async name => [name, await sendFresh(tokens.get(name)!, request('0'))] as const)),
  );

const isEqual = ([status, body]: Answer, [otherStatus, otherBody]: Answer): boolean =>
  status === otherStatus && body === otherBody;

let sent = 0;
/** Sends a request that is new to all tokens with each token in turn, and lists the tokens with a wrong response. */
const wrongAnswers = async (request: Request, names: readonly string[], answers: Answers): Promise<string[]> => {
  const asked = request(String(++sent));
  const wrong: string[] = [];
  for (const [at, name] of names.entries()) {
    const answer = await send(tokens.get(name)!, asked);
    if (!isEqual(answer, answers.get(name)!))
      wrong.push(`${asked.method} ${asked.path}: '${name}' after ${names.slice(0, at).join()}: ${answer.join(' ')}`);
  }
  return wrong;
};

const shuffled = <T>(values: readonly T[]): T[] =>
  values
    .map(value => [random.next(), value] as const)
    .sort(([one], [other]) => one - other)
    .map(([, value]) => value);

/** Returns orders in which each pair of tokens occurs both ways; in the long form each token is also the first one. */
const ordersOf = (names: readonly string[]): string[][] => {
  const order = shuffled(names);
  return isLong ? names.map(first => [first, ...order, ...order.toReversed()]) : [[...order, ...order.toReversed()]];
};

const external = 'published products, of another server';
const names = [...tokens.keys()];
const answersByTitle = new Map<string, Answers>();
for (const [title, request] of requests) answersByTitle.set(title, await freshAnswers(request, names));
tokens.set(external, await addExternalToken(pairs, 'view_published_products'));
for (const answers of answersByTitle.values())
  (answers as Map<string, Answer>).set(external, answers.get('published products')!);

test('a token gets the same response whichever token asked before', async t => {
  const unanswered = [...answersByTitle].filter(
    ([, answers]) => ![...answers.values()].some(([status, body]) => status < 300 && !body.startsWith('{"errors"')),
  );
  t.strictSame(
    unanswered.map(([title]) => title),
    [],
    'each request is answered to some token',
  );
  const wrong = [...requests].flatMap(([title, request]) =>
    ordersOf([...tokens.keys()]).map(order => wrongAnswers(request, order, answersByTitle.get(title)!)),
  );
  t.strictSame((await Promise.all(wrong)).flat(), []);
});

test('a token for published data sees no other data', async t => {
  const told = [...answersByTitle].flatMap(([title, answers]) =>
    ['published products', 'published products of a store', 'a customer']
      .filter(name => /secret|blue|black|"hasStagedChanges":true|"published":false/.test(answers.get(name)![1]))
      .map(name => `${title}: ${name}: ${answers.get(name)![1]}`),
  );
  t.strictSame(told, []);
});

test(`random tokens get responses of their own while products change (seed ${seed})`, async t => {
  const scopes = ['view', 'view_published', 'manage'].flatMap(verb =>
    ['', ':here', ':there'].map(store => `${verb}_products${store}`),
  );
  for (let at = 0; at < rounds(32, 6); at++) {
    const own = shuffled([...scopes, 'view_categories', 'view_orders']).slice(0, random.integer(1, 3));
    tokens.set(own.join(' '), await pairs.token(...own));
  }
  const ofScopes = [...tokens.keys()].slice(names.length + 1);
  const changes = [
    () => ({ action: 'publish' }),
    () => ({ action: 'unpublish' }),
    () => ({ action: 'changeName', name: { en: `secret ${sent}` } }),
    () => ({ action: 'setPrices', variantId: 1, prices: [{ value: { currencyCode: 'EUR', centAmount: 100 + sent } }] }),
  ];
  let asked: readonly Request[] = [];
  for (let at = 0; at < rounds(800, 20); at++) {
    // Requests are repeated, so that data cached before a change is found.
    if (at % 40 === 0) asked = Array.from({ length: 8 }, () => randomRequest(random, products));
    if (random.next() < 0.3)
      await api
        .resourcesAt('products')
        .update(
          await api.resourcesAt('products').get(random.pick([products.plain, products.changed, products.hidden])),
          random.pick(changes)(),
        );
    const request = random.pick(asked);
    const same: Request = () => request('again');
    const order = shuffled(ofScopes).slice(0, 4);
    t.strictSame(await wrongAnswers(same, order, await freshAnswers(request, order)), []);
  }
});
