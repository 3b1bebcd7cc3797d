/** A project into which orders are imported. */
import { orderDraft } from '../../support/drafts.js';
import { startQuayside } from '../../support/quayside.js';
import { rejectionOf, sdkOf } from '../../support/sdk.js';

export const startImports = async () => {
  const quayside = await startQuayside();
  const credentials = await quayside.project();
  const sdk = sdkOf(quayside, credentials);
  const importOrder = (changes = {}) =>
    sdk
      .orders()
      .importOrder()
      .post({ body: orderDraft(changes) })
      .execute();
  return {
    credentials,
    sdk,
    http: quayside.http.as(await quayside.token(credentials)),
    importOrder,
    stored: async (changes = {}) => (await importOrder(changes)).body,
    problem: async (changes = {}) => (await rejectionOf(importOrder(changes))).body,
  };
};
