/** Returns the values for a file: those of the columns, and those that the cells of the list load by themselves. */
import { useTranslation } from 'react-i18next';
import { sendToProject } from '../api/project';
import { isReference, type Page, type Resource } from '../api/Resource';
import { type CampaignPath, campaignOf, type Discount } from '../campaigns/campaign';
import { useLoadSentence } from '../campaigns/useSentence';
import { typeFacts } from '../resources/typeFacts';
import { useProjectKey } from '../session/useProjectKey';
import { labelOf } from '../values/labelOf';
import type { ExportMenuProps } from '../lists/ExportMenu';
import { cellValue } from './shopColumns';

interface PaidOrder extends Resource {
  readonly paymentInfo?: { readonly payments: readonly { readonly id: string }[] };
}

/** Bounds the ids in a request, so that its address stays short. */
const idsMax = 40;

/** Returns the order of each payment, by the payment's id. */
const ordersOfPayments = async (
  projectKey: string,
  payments: readonly Resource[],
): Promise<ReadonlyMap<string, Resource>> => {
  const orders = new Map<string, Resource>();
  for (let at = 0; at < payments.length; at += idsMax) {
    const ids = payments.slice(at, at + idsMax).map(({ id }) => JSON.stringify(id));
    const query = { where: `paymentInfo(payments(id in (${ids.join(', ')})))`, limit: 500, withTotal: false };
    const { results } = await sendToProject<Page>(projectKey, '/orders', { query });
    for (const order of results as readonly PaidOrder[])
      for (const { id } of order.paymentInfo?.payments ?? []) orders.set(id, order);
  }
  return orders;
};

export const useExportRows = (path: string): ExportMenuProps['rowsOf'] => {
  const { language } = useTranslation().i18n;
  const projectKey = useProjectKey();
  const loadSentence = useLoadSentence();
  return async (page, columns) => {
    const { orderColumn } = typeFacts(path);
    const hasOrder = orderColumn !== undefined && columns.includes(orderColumn);
    const orders = hasOrder ? await ordersOfPayments(projectKey, page) : new Map<string, Resource>();
    const valueOf = async (name: string, resource: Resource): Promise<unknown> => {
      const order = orders.get(resource.id);
      if (name === 'sentence') return loadSentence(campaignOf(path as CampaignPath, resource as Discount));
      if (name === orderColumn && order !== undefined) return labelOf(order, language);
      // As in the list, a payment without a customer belongs to the customer of the order.
      if (hasOrder && name === 'customer' && !isReference(resource.customer)) return order?.customerEmail;
      return cellValue(path, name, resource);
    };
    return Promise.all(page.map(resource => Promise.all(columns.map(name => valueOf(name, resource)))));
  };
};
