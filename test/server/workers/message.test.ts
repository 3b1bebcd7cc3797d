import { test } from '../../support/tap.js';
import { decodeReplies, encodeReplies } from '../../../src/operations/Call.js';

test('the bodies of replies are bytes, which the main thread sends as they are', async t => {
  const texts = ['{"name":"Jörg 😀"}', '{}', ''];
  const replies = decodeReplies(
    encodeReplies(texts.map((text, id) => ({ id, status: 200, body: id === 1 ? Buffer.from(text) : text }))),
  );
  for (const { body } of replies) t.ok(body instanceof Uint8Array);
  t.same(
    replies.map(({ body }) => Buffer.from(body).toString()),
    texts,
  );
});
