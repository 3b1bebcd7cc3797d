/** Emails are compared in one form everywhere, and never found by a character that only looks the same. */
import { normalizeEmail } from '../../../src/resources/customer/email.js';
import { startResourceApi } from '../../support/resourceApi.js';
import { test } from '../../support/tap.js';

const kelvin = '\u212a';
const password = 'correct horse 1';

test('one form for letter case, spaces and accents; a character that looks like another one stays', t => {
  for (const [email, normalized] of [
    [' Ana@Example.COM ', 'ana@example.com'],
    ['ANDRÉ@example.com', 'andré@example.com'],
    ['andre\u0301@example.com', 'andr\u00e9@example.com'],
    ['ΟΔΥΣΣΕΑ@example.gr', 'οδυσσεα@example.gr'],
    [`mi${kelvin}e@example.com`, `mi${kelvin}e@example.com`],
    [`MI${kelvin}É@Exam${kelvin}.com`, `mi${kelvin}é@exam${kelvin}.com`],
    ['\u2126mega@example.com', '\u2126mega@example.com'],
    ['\u212bsa@example.com', '\u212bsa@example.com'],
    ['\u0130stanbul@example.com', '\u0130stanbul@example.com'],
    ['m\u0131ke@example.com', 'm\u0131ke@example.com'],
  ] as const) {
    t.equal(normalizeEmail(email), normalized, email);
    t.equal(normalizeEmail(normalized), normalized, 'the form is final');
  }
  t.end();
});

test('a sign-in, a token and a new customer with another character do not find the customer', async t => {
  const { http, base } = await startResourceApi('customers');
  const post = async (path: string, body: object) => {
    const { status, json } = await http.send('POST', `${base}/${path}`, { body });
    return [status, ((json as { errors?: { code: string }[] }).errors ?? []).map(({ code }) => code)];
  };
  t.same(await post('customers', { email: 'mike@example.com', password }), [201, []]);
  const other = `mi${kelvin}e@example.com`;
  t.same(await post('customers/password-token', { email: other }), [404, ['ResourceNotFound']]);
  t.same(await post('login', { email: other, password }), [400, ['InvalidCredentials']]);
  t.same(await post('customers', { email: other, password: 'another horse 1' }), [201, []], 'another person');
  t.same(await post('login', { email: other, password: 'another horse 1' }), [200, []]);
  t.same(await post('login', { email: other, password }), [400, ['InvalidCredentials']]);
  t.same(await post('customers', { email: 'MIKE@EXAMPLE.COM', password }), [400, ['DuplicateField']]);
  t.same(await post('login', { email: ' Mike@Example.com ', password }), [200, []]);
});
