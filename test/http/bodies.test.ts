import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { test } from '../support/tap.js';
import { assertError } from '../support/refusal.js';
import { newKey, stateDraft } from '../support/drafts.js';
import { startQuayside } from '../support/quayside.js';
import { matchWhole } from '../support/matchWhole.js';

const quayside = await startQuayside({ BODY_BYTES_MAX: '100000' });
const project = await quayside.project();
const token = await quayside.token(project);
const http = quayside.http.as(token);
const states = `/${project.projectKey}/states`;
const count = async () => ((await http.send('GET', states)).json as { total: number }).total;
const json = { 'content-type': 'application/json' };
const post = (body: string | Uint8Array, headers: Record<string, string> = json) =>
  http.send('POST', states, { body, headers });

test('requires Content-Type: application/json for a POST (GEN015)', async t => {
  const body = JSON.stringify(stateDraft());
  for (const [type, shown] of [
    ['text/plain', "'text/plain'"],
    ['application/x-www-form-urlencoded', "'application/x-www-form-urlencoded'"],
  ] as const) {
    const { status, json: error } = await post(body, { 'content-type': type });
    t.equal(status, 400);
    assertError(t, error, 'InvalidInput', {
      message: `The header Content-Type is ${shown}; expected application/json.`,
    });
  }
  assertError(t, await post(body, {}), 'InvalidInput', {
    message: 'The header Content-Type is missing; expected application/json.',
  });
  t.equal((await post(body, { 'content-type': 'application/json; charset=utf-8' })).status, 201);
});

test('answers with application/json (GEN014)', async t => {
  t.match((await http.send('GET', states)).headers['content-type'], /^application\/json/);
  t.match((await http.send('GET', '/nowhere/x')).headers['content-type'], /^application\/json/);
});

test('accepts forms at token endpoints (GEN016)', async t => {
  const { status, json: error } = await quayside.http.send('POST', '/oauth/token', {
    body: { grant_type: 'client_credentials' },
  });
  t.equal(status, 400);
  const message = "The header Content-Type is 'application/json'; expected application/x-www-form-urlencoded.";
  t.strictSame(error, {
    statusCode: 400,
    message,
    errors: [{ code: 'invalid_request', message }],
    error: 'invalid_request',
    error_description: message,
  });
});

test('returns text of all scripts unchanged (GEN013)', async t => {
  const name = { de: 'Größe „süß“', ja: '注文', ar: 'طلب', en: 'tab\tquote"back\\slash \u0000 \u2028 😀' };
  const created = await http.send('POST', states, { body: stateDraft({ name }) });
  t.equal(created.status, 201);
  t.same((created.json as { name: unknown }).name, name);
  t.same((await http.send('GET', `${states}/${(created.json as { id: string }).id}`)).json, created.json);
});

test('refuses a body that is no JSON object with InvalidJsonInput and stores nothing (ERR080)', async t => {
  const before = await count();
  const deep = `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`;
  const notJson = 'Request body does not contain valid JSON.';
  const tooDeep = 'The request body is nested deeper than 64 levels.';
  const tooLarge = `Malformed field 'any': expected numbers up to ±${Number.MAX_VALUE}, got a larger one.`;
  const notAnObject = (found: string): string => `Expected a JSON object as the request body, got ${found}.`;
  const halfPair = 'A text holds half of a surrogate pair.';
  // A detail from the JSON parser of Node.js differs between versions of Node.js.
  const refusals: readonly (readonly [body: string | Uint8Array, message: string, detail?: unknown])[] = [
    ['', notJson, String],
    ['{', notJson, String],
    ['{"key":}', notJson, String],
    ['null', notAnObject('null')],
    ['[]', notAnObject('an array')],
    ['"text"', notAnObject('a string')],
    ['17', notAnObject('the number 17')],
    ['{"a":1}{"b":2}', notJson, String],
    [deep, tooDeep],
    ['['.repeat(5_000), notJson, String],
    [Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), notJson, String],
    // These texts and numbers could not be stored unchanged.
    ['{"key":"key-\\ud800","type":"OrderState"}', notJson, halfPair],
    ['{"key":"a-key","type":"OrderState","\\uDFFF":1}', notJson, halfPair],
    ['{"key":"a-key","type":"OrderState","any":[1e400]}', tooLarge],
    ['{"key":"a-key","type":"OrderState","any":-1e999}', tooLarge],
  ];
  for (const [body, message, detailedErrorMessage] of refusals) {
    const { status, json: error } = await post(body);
    t.equal(status, 400, String(body).slice(0, 20));
    matchWhole(t, error, {
      statusCode: 400,
      message,
      errors: [{ code: 'InvalidJsonInput', message, detailedErrorMessage }],
    });
  }
  t.equal(await count(), before);
});

test('accepts surrogate pairs with both halves escaped (ERR080)', async t => {
  const draft = stateDraft();
  const answer = await post(`{"key":"${draft.key}","type":"OrderState","name":{"en":"\\ud83d\\ude00"}}`);
  matchWhole(t, answer, { status: 201, json: { name: { en: '😀' } } });
});

test('treats members named like members of Object.prototype as plain members', async t => {
  const draft = stateDraft();
  const answer = await post(`{"constructor":{"a":1},"toString":"x","key":"${draft.key}","type":"OrderState"}`);
  t.equal(answer.status, 201);
  matchWhole(t, answer.json, { key: draft.key, type: 'OrderState' });
  const allowedValues = [
    'changeKey',
    'setName',
    'setDescription',
    'changeType',
    'changeInitial',
    'setTransitions',
    'setRoles',
    'addRoles',
    'removeRoles',
  ];
  for (const action of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const { status, json: error } = await http.send('POST', `${states}/key=${draft.key}`, {
      body: { version: 1, actions: [{ action }] },
    });
    t.equal(status, 400);
    assertError(t, error, 'InvalidField', { field: 'actions[0].action', invalidValue: action, allowedValues });
  }
});

test('refuses a body that is too long while it arrives', async t => {
  const long = 'x'.repeat(150_000);
  const whole = await post(`{"key":"${long}"}`);
  t.equal(whole.status, 413);
  assertError(t, whole.json, 'RequestBodyTooLarge', {
    message: 'The request body is larger than 100000 bytes: it has 150010.',
  });
  // The chunked body does not end: the response comes before its end.
  const chunk = `${(50_000).toString(16)}\r\n${'x'.repeat(50_000)}\r\n`;
  const endless = await quayside.http.raw(
    `POST ${states} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(3)}`,
  );
  t.match(endless, /^HTTP\/1\.1 413 /);
  t.equal((await post(JSON.stringify(stateDraft()))).status, 201, 'the next request is served');
});

test('accepts a chunked body within the limit', async t => {
  const body = JSON.stringify(stateDraft({ key: newKey('chunked') }));
  const [a, b] = [body.slice(0, 10), body.slice(10)];
  const answer = await quayside.http.raw(
    `POST ${states} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${a.length.toString(16)}\r\n${a}\r\n` +
      `${b.length.toString(16)}\r\n${b}\r\n0\r\n\r\n`,
  );
  t.match(answer, /^HTTP\/1\.1 201 /);
});

test('goes on serving after clients disconnect in the middle of a body or a query', async t => {
  const before = await count();
  const { hostname, port } = new URL(quayside.address);
  const heads = [
    `POST ${states} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
      'Content-Length: 500\r\n\r\n{"key":',
    `GET ${states} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  ];
  await Promise.all(
    Array.from(
      { length: 40 },
      (_, index) =>
        new Promise<void>(resolve => {
          const socket = connect(Number(port), hostname);
          socket.on('error', () => resolve()).on('close', () => resolve());
          socket.write(heads[index % 2]!, () => socket.destroy());
        }),
    ),
  );
  t.equal(await count(), before);
});

test('decodes bodies with Content-Encoding gzip or deflate', async t => {
  for (const [encoding, encode] of [
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['identity', (body: Buffer) => body],
  ] as const) {
    const key = newKey('state');
    const body = encode(Buffer.from(JSON.stringify(stateDraft({ key }))));
    const created = await post(body, { ...json, 'content-encoding': encoding });
    matchWhole(t, created, { status: 201, json: { key } }, encoding);
  }
  const form = gzipSync('grant_type=client_credentials');
  const { status } = await quayside.http.send('POST', '/oauth/token', {
    headers: {
      authorization: `Basic ${Buffer.from(`${project.clientId}:${project.clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      'content-encoding': 'gzip',
    },
    body: form,
  });
  t.equal(status, 200, 'a form');
});

test('refuses a body that is too long when it is decoded, damaged, or in another encoding (LIM003)', async t => {
  const before = await count();
  const text = JSON.stringify(stateDraft());
  const brotli = brotliCompressSync(text);
  for (const [body, encoding, refused, code, message] of [
    [
      gzipSync(' '.repeat(10_000_000)),
      'gzip',
      413,
      'RequestBodyTooLarge',
      'The request body is larger than 100000 bytes when it is decoded.',
    ],
    ...[
      [text, 'gzip'],
      [gzipSync(text).subarray(0, -9), 'gzip'],
      [gzipSync(text), 'deflate'],
      ['', 'gzip'],
    ].map(
      ([each, name]) =>
        [
          each,
          name,
          400,
          'InvalidInput',
          `The body cannot be decoded: the header Content-Encoding is '${String(name)}'; ` +
            'expected a body in this format.',
        ] as const,
    ),
    ...['br', 'gzip, gzip', 'chunked'].map(
      name =>
        [
          brotli,
          name,
          415,
          'ContentEncodingNotSupported',
          `The header Content-Encoding is '${name}'; expected none or one of gzip, deflate.`,
        ] as const,
    ),
  ] as const) {
    const {
      status,
      json: error,
      headers,
    } = await post(body as Uint8Array, { ...json, 'content-encoding': encoding as string });
    t.strictSame([status, error], [refused, { statusCode: refused, message, errors: [{ code, message }] }], message);
    t.equal(headers['accept-encoding'], refused === 415 ? 'gzip, deflate' : undefined);
  }
  t.equal(await count(), before);
});

test('serves on after a request with an unknown encoding and without a valid token', async t => {
  const body = '{}';
  for (const authorization of ['', 'Bearer wrong', 'Basic x']) {
    const headers = { ...json, 'content-encoding': 'br', ...(authorization === '' ? {} : { authorization }) };
    const { status } = await quayside.http.send('POST', states, { body, headers });
    t.ok([401, 415].includes(status), `${authorization}: ${status}`);
  }
  const scope = `view_orders:${project.projectKey}`;
  const weak = quayside.http.as(await quayside.token(project, scope));
  for (let times = 0; times < 2; times++)
    t.equal((await weak.send('POST', states, { body, headers: { ...json, 'content-encoding': 'br' } })).status, 415);
  t.equal((await post(JSON.stringify(stateDraft()))).status, 201);
});
