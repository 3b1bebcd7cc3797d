/**
 * Expands every reference in resources that buyers see, and compares the responses with the declarations: the members
 * of `behindReferences` at their places, and whole resources that the token could read by itself.
 */
import { shownPartOf } from '../../src/engine/define/BehindReferences.js';
import { test } from '../support/tap.js';
import {
  buyers,
  definitionOf,
  holdersByOwner,
  type Json,
  partOf,
  project,
  readByItself,
  showsPart,
  storeKey,
  tokens,
  withParts,
} from './buyers.js';
import { referencePaths, valuesAt } from './fullResources.js';

const walked = new Set<string>();

/** Bounds the paths of one request by the limit of expansions. */
const pathsMax = 30;

for (const [title, buyer] of Object.entries(buyers))
  test(`${title} sees with expand what is declared, and what the token could read by itself (GEN061)`, async t => {
    const sender = project.quayside.http.as(tokens.get(title)!);
    const prefix = buyer.isInStore === true ? `${project.base}/in-store/key=${storeKey}` : project.base;
    const differences: object[] = [];
    let count = 0;
    for (const [typeId, id] of holdersByOwner.get(buyer.owner)!) {
      const { path, own, visibility } = definitionOf(typeId);
      const at =
        visibility?.published === undefined
          ? `${prefix}/me${own?.by === 'id' ? '' : `/${path}/${id}`}`
          : `${prefix}/product-projections/${id}`;
      const { status, json } = await sender.send('GET', at);
      if (status !== 200) continue;
      const references = referencePaths(json, typeId);
      for (let from = 0; from < references.length; from += pathsMax) {
        const some = references.slice(from, from + pathsMax);
        const query = some.map(each => `expand=${encodeURIComponent(each.path)}`).join('&');
        const expanded = (await sender.send('GET', `${at}?${query}`)).json;
        for (const { path: each, place } of some)
          for (const value of valuesAt(expanded, each)) {
            const { typeId: target, id: targetId, obj } = value as { typeId: string; id?: string; obj?: Json };
            if (targetId === undefined) continue;
            count++;
            walked.add(place);
            const whole = await readByItself(buyer, sender, target, targetId);
            const part = showsPart(buyer, target, place) ? await partOf(target) : undefined;
            const expected = whole ?? part;
            if (JSON.stringify(obj) !== JSON.stringify(expected))
              differences.push({ typeId, each, place, obj: JSON.stringify(obj), expected: JSON.stringify(expected) });
          }
      }
    }
    t.strictSame(differences, []);
    t.ok(count > (buyer.scopes.length > 1 ? 50 : 1), `${count} references`);
  });

/** Places behind other references or in stock by channel, which only GraphQL shows. The GraphQL test follows them. */
const elsewhere = [
  'discount-code.cartDiscounts',
  'paymentStatus.state',
  'results.channel',
  'shipping-method.taxCategory',
];

test('every declared place of what buyers see was expanded', t => {
  const declared = withParts.flatMap(each => {
    const { places, onlyToBoundTokens } = shownPartOf(each)!;
    return onlyToBoundTokens === true ? [] : Object.keys(places);
  });
  t.strictSame(declared.filter(place => !walked.has(place)).sort(), elsewhere);
  t.end();
});
