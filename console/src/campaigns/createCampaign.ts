/** Creates a discount in the first place, and its code. */
import { ApiError } from '../api/ApiError';
import { sendToProject } from '../api/project';
import type { Page, Resource } from '../api/Resource';
import { membersOf } from './campaign';
import type { Plan } from './CampaignForm';
import { placeBetween } from './sortOrder';

export class CodeTaken extends Error {}

/** Attempts are repeated, because two people may create a discount at the same time. */
const attemptsMax = 3;

const post = (projectKey: string, path: string, body: object): Promise<Resource> =>
  sendToProject<Resource>(projectKey, `/${path}`, { method: 'POST', body });

const firstPlace = async (projectKey: string, path: string): Promise<string> => {
  const query = { sort: 'sortOrder desc', limit: 1, withTotal: false };
  const [first] = (await sendToProject<Page>(projectKey, `/${path}`, { query })).results;
  return placeBetween(typeof first?.sortOrder === 'string' ? first.sortOrder : '0', '1');
};

const isTaken = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.errors.some(({ code, field }) => code === 'DuplicateField' && field === 'sortOrder');

const createDiscount = async (projectKey: string, { campaign }: Plan): Promise<Resource> => {
  for (let attempt = 1; ; attempt++) {
    const draft = { ...membersOf(campaign), sortOrder: await firstPlace(projectKey, campaign.path) };
    try {
      return await post(projectKey, campaign.path, draft);
    } catch (error) {
      if (!isTaken(error) || attempt === attemptsMax) throw error;
    }
  }
};

/** Checks the code first, so that no discount is created without its code. */
export const createCampaign = async (projectKey: string, plan: Plan): Promise<Resource> => {
  const { code, campaign } = plan;
  if (code === '' || campaign.path !== 'cart-discounts') return createDiscount(projectKey, plan);
  const query = { where: `code = ${JSON.stringify(code)}`, limit: 1, withTotal: false };
  const { results } = await sendToProject<Page>(projectKey, '/discount-codes', { query });
  if (results.length > 0) throw new CodeTaken(code);
  const discount = await createDiscount(projectKey, plan);
  const { name } = campaign;
  const cartDiscounts = [{ typeId: 'cart-discount', id: discount.id }];
  await post(projectKey, 'discount-codes', { code, name, cartDiscounts, isActive: true });
  return discount;
};
