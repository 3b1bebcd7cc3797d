/** Amounts and quantities that people type: only what is possible is sent, and the field says what is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next, { type TFunction } from 'i18next';
import type { Page } from 'playwright-core';
import { startSharedConsole } from '../support/accounts.js';
import { longForm, skip } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { loadConsoleModule } from '../support/loadConsoleModule.js';
import { matchWhole } from '../support/matchWhole.js';
import { createProjectApi } from '../support/resourceApi.js';
import { test } from '../support/tap.js';
import { chooseAction } from './forms/fields.js';
import { createPaidOrder, prepareForms } from './forms/numberForms.js';

type Limits = Readonly<Record<string, number | string | boolean>>;
interface Read {
  readonly value?: number;
  readonly problem?: string;
}
const { readNumber } = await loadConsoleModule<{
  readonly readNumber: (text: string, limits: Limits, language: string, t: TFunction) => Read;
}>('numbers/readNumber.ts');
const { refundDue } = await loadConsoleModule<{
  readonly refundDue: (order: object) => readonly { readonly centAmount: number }[];
}>('orders/refundDue.ts');

const { parseAmount, parseQuantity } = await loadConsoleModule<{
  readonly parseAmount: (text: string, currencyCode: string, t: TFunction) => object;
  readonly parseQuantity: (text: string, t: TFunction) => number;
}>('products/texts.ts');

const textsOf = (folder: string, language: string): object =>
  JSON.parse(readFileSync(join(process.cwd(), 'console', 'src', 'i18n', folder, `${language}.json`), 'utf8')) as object;
const translator = (language: string): TFunction => {
  const names = ['number', 'grid', 'form'];
  const translation = Object.fromEntries(names.map(name => [name, textsOf(name, language)]));
  const instance = i18next.createInstance();
  void instance.init({
    lng: language,
    resources: { [language]: { translation } },
    interpolation: { escapeValue: false },
    initAsync: false,
    showSupportNotice: false,
  });
  return instance.t;
};
const translators = { en: translator('en'), de: translator('de') };

const paid = { currency: 'EUR', min: 0.01, max: 180.31 };
const count = { min: 0, max: 2 };
const rows: readonly (readonly [language: 'en' | 'de', text: string, limits: Limits, expected: number | string])[] = [
  ['en', '-5', paid, '“-5” is not possible: €0.01 to €180.31.'],
  ['en', '−5', paid, '“−5” is not possible: €0.01 to €180.31.'],
  ['de', '-5', paid, '„-5“ ist nicht möglich: 0,01\u00a0€ bis 180,31\u00a0€.'],
  ['en', '400', paid, '“400” is not possible: €0.01 to €180.31.'],
  ['en', '0', paid, '“0” is not possible: €0.01 to €180.31.'],
  ['en', '180.31', paid, 180.31],
  ['de', '180,31', paid, 180.31],
  ['de', '1.234,50', { currency: 'EUR' }, 1_234.5],
  ['en', '1,234.50', { currency: 'EUR' }, 1_234.5],
  ['en', '12.505', paid, 'EUR has 2 decimals.'],
  ['de', '12,505', { currency: 'EUR' }, '„12,505“ ist keine Zahl wie 1250,5.'],
  ['de', '12,5055', paid, 'EUR hat 2 Nachkommastellen.'],
  ['en', '12.5', { currency: 'JPY' }, 'JPY has no decimals.'],
  ['en', '1.2345', { currency: 'KWD' }, 'KWD has 3 decimals.'],
  ['en', 'ten', paid, '“ten” is no number such as 1250.5.'],
  ['en', '5x0', paid, '“5x0” is no number such as 1250.5.'],
  ['en', '1e2', paid, '“1e2” is no number such as 1250.5.'],
  ['en', '5.1e3', paid, '“5.1e3” is no number such as 1250.5.'],
  ['en', '--5', paid, '“--5” is no number such as 1250.5.'],
  ['en', '.', paid, '“.” is no number such as 1250.5.'],
  ['en', 'Infinity', paid, '“Infinity” is no number such as 1250.5.'],
  ['en', '3', count, '“3” is not possible: 0 to 2.'],
  ['en', '1.5', count, '“1.5” is no whole number.'],
  ['de', '1,5', count, '„1,5“ ist keine ganze Zahl.'],
  ['en', '1', { min: 0, max: 0 }, '“1” is not possible: only 0.'],
  ['en', '0', { min: 1 }, '“0” is not possible: 1 at least.'],
  ['de', '0', { min: 1 }, '„0“ ist nicht möglich: mindestens 1.'],
  ['en', '100.5', { min: 0, max: 100, digits: 2 }, '“100.5” is not possible: 0 to 100.'],
  ['en', '0.001', { min: 0, max: 100, digits: 2 }, '2 decimals at most.'],
  ['de', '0,001', { min: 0, max: 100, digits: 2 }, 'Höchstens 2 Nachkommastellen.'],
  ['en', '99999999999999999999', { min: 1 }, '“99999999999999999999” is not possible: 1 to 9,007,199,254,740,991.'],
  ['en', '-1.25', { digits: 20 }, -1.25],
  ['en', '0.00000010', { digits: 20 }, 1e-7],
  ['en', '0.30000000000000004', { digits: 20 }, 0.30000000000000004],
  ['en', '0.1234567890123456789', { digits: 20 }, '“0.1234567890123456789” is no number such as 1250.5.'],
  ['de', '1234567890123,4567', { digits: 20 }, '„1234567890123,4567“ ist keine Zahl wie 1250,5.'],
  ['en', '', { required: true }, 'A value is needed.'],
];

test('reads a number in both languages, or says what is possible', async t => {
  for (const [language, text, limits, expected] of rows) {
    const { value, problem } = readNumber(text, limits, language, translators[language]);
    t.equal(value ?? problem, expected, `${language} ${text} ${JSON.stringify(limits)}`);
  }
  t.same(readNumber(' ', paid, 'en', translators.en), { value: undefined, problem: undefined });
});

test('reads prices and stocks of grids and files in the same way', t => {
  t.throws(() => parseAmount('-5', 'EUR', translators.en), { message: 'A price is not below 0.' });
  t.throws(() => parseAmount('5.1e3', 'EUR', translators.en), { message: '“5.1e3” is no number such as 1250.5.' });
  t.throws(() => parseQuantity('-5', translators.en), { message: 'A stock is not below 0.' });
  t.throws(() => parseQuantity('-5', translators.de), { message: 'Ein Bestand ist nicht kleiner als 0.' });
  t.same(parseAmount('1.234,50', 'EUR', translators.en), { currencyCode: 'EUR', centAmount: 123_450 });
  t.end();
});

const euros = (centAmount: number) => ({ currencyCode: 'EUR', centAmount });
const returned = (...quantities: readonly number[]) => [
  {
    items: quantities.map((quantity, at) => ({
      id: `return-${at}`,
      lineItemId: 'chair',
      quantity,
      paymentState: 'Initial',
    })),
  },
];

test('proposes for returned items what they cost, with their part of discounts and taxes', t => {
  const chair = { id: 'chair', quantity: 3, totalPrice: euros(1_000) };
  const discounted = { discountedAmount: euros(100), discountedGrossAmount: euros(119) };
  const cases: readonly (readonly [order: object, expected: readonly number[]])[] = [
    // A third of a price that no three parts have in cents: the parts add up.
    [{ lineItems: [chair], totalPrice: euros(1_000), returnInfo: returned(1, 1, 1) }, [333, 334, 333]],
    // A price without its tax.
    [
      {
        lineItems: [{ ...chair, taxRate: { name: 'MwSt.', amount: 0.19, includedInPrice: false } }],
        totalPrice: euros(1_000),
        returnInfo: returned(3),
      },
      [1_190],
    ],
    [
      {
        lineItems: [{ ...chair, taxedPrice: { totalGross: euros(1_190) } }],
        totalPrice: euros(900),
        taxedPrice: { totalGross: euros(1_071) },
        discountOnTotalPrice: discounted,
        returnInfo: returned(1, 2),
      },
      [357, 714],
    ],
    [
      {
        lineItems: [chair],
        totalPrice: euros(900),
        discountOnTotalPrice: { discountedAmount: euros(100) },
        returnInfo: returned(2),
      },
      [600],
    ],
  ];
  for (const [order, expected] of cases)
    t.same(
      refundDue(order).map(({ centAmount }) => centAmount),
      expected,
    );
  t.end();
});

const quayside = await startSharedConsole({ 'sam@example.com': 'support', 'ana@example.com': 'administrator' });

/** Requests that change something, from now on. */
const changesOf = (page: Page): readonly string[] => {
  const sent: string[] = [];
  page.on('request', request => {
    if (request.method() !== 'GET' && !/\/-\/session|\/search$/.test(request.url()))
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return sent;
};

test('refunds what came back and no more than was paid, and tells it in the history of the order', {
  skip,
}, async t => {
  const project = await createProjectApi(quayside, await quayside.project());
  const { order, payment } = await createPaidOrder(project);
  const path = `/${project.projectKey}/orders/${order.id}`;
  const { page } = await openConsolePage(t, quayside, 'sam@example.com', path);
  const sent = changesOf(page);
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByLabel('Amount in EUR');
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog.getByRole('checkbox', { name: '1 × Chair, €25.00', checked: true }).waitFor();
  t.equal(await amount.inputValue(), '25.00');
  for (const [text, problem] of [
    ['-5', '“-5” is not possible: €0.01 to €50.00.'],
    ['9999', '“9999” is not possible: €0.01 to €50.00.'],
    ['5x', '“5x” is no number such as 1250.5.'],
  ] as const) {
    await amount.fill(text);
    await amount.press('Enter');
    await dialog.getByText(problem).first().waitFor();
    t.equal(await amount.inputValue(), text);
    t.equal(await amount.getAttribute('aria-invalid'), 'true');
    await dialog.locator('button[aria-disabled=true]', { hasText: 'Refund' }).waitFor();
  }
  t.same(await violationsOf(page), []);
  t.same(sent, []);
  await dialog.getByRole('checkbox').uncheck();
  t.equal(await amount.inputValue(), '50.00');
  await dialog.getByRole('checkbox').check();
  await amount.fill('20');
  await amount.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('region', { name: 'Returns' }).getByText('Refunded', { exact: true }).waitFor();
  const { transactions } = (await project.http.send('GET', `/${project.projectKey}/payments/${payment.id}`)).json as {
    transactions: readonly [object, { readonly timestamp: string }];
  };
  matchWhole(t, transactions[1], { type: 'Refund', state: 'Initial', amount: euros(2_000) });
  t.ok(Math.abs(Date.parse(transactions[1].timestamp) - Date.now()) < 60_000);
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByText('Refund of €20.00').waitFor();
});

test('no form sends an amount or a quantity that is not possible, and each says what is', longForm, async t => {
  const project = await createProjectApi(quayside, await quayside.project());
  const { projectKey } = project;
  const forms = await prepareForms(project);
  const { page } = await openConsolePage(t, quayside, 'ana@example.com', `/${projectKey}/zones`);
  const sent = changesOf(page);
  for (const { path, open = [], action, fields } of forms) {
    await page.goto(`${quayside.address}/console/${projectKey}/${path}`);
    if (action !== undefined) await chooseAction(page, action);
    for (const name of open) await page.getByRole('button', { name, exact: true }).first().click();
    for (const [label, text, problem] of fields) {
      const field = page.getByRole('textbox', { name: label });
      const before = await field.inputValue();
      await field.fill(text);
      await field.press('Enter');
      await page.locator('.mantine-InputWrapper-error', { hasText: problem }).waitFor();
      t.equal(await field.inputValue(), text, `${path}: ${label}`);
      await field.fill(before);
    }
  }
  t.same(sent, []);
});
