/** The numbers of orders that are made of carts. */
import { ApiError } from '../api/ApiError';
import { sendToProject } from '../api/project';
import { send } from '../api/send';
import type { Resource } from '../api/Resource';
import type { Cart } from './Cart';

const exampleDigits = '00001';

/** Returns an example of a pattern: `P-2026-00001` for `P-{year}-{number}`. */
export const exampleOf = (pattern: string): string =>
  pattern.replace('{year}', String(new Date().getUTCFullYear())).replace('{number}', exampleDigits);

export const isPattern = (text: string): boolean => /^[^{}]*(\{year\}[^{}]*)?\{number\}[^{}]*$/.test(text);

/** A number that was reserved for an order that could not be made yet. */
export interface TakenNumber {
  value?: string | undefined;
}

const takeNumber = async (projectKey: string): Promise<string> =>
  (await send<{ readonly orderNumber: string }>('/-/order-numbers', { method: 'POST', body: { projectKey } }))
    .orderNumber;

const isTaken = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.errors.some(({ code, field }) => code === 'DuplicateField' && field === 'orderNumber');

/** Attempts are repeated, because another client may use the number between the two requests. */
const attemptsMax = 5;

/** Makes an order of a cart. Without a number it gets the next one of the project. */
export const createOrder = async (
  projectKey: string,
  { id, version }: Cart,
  typed: string,
  taken: TakenNumber,
): Promise<Resource> => {
  for (let attempt = 1; ; attempt++) {
    taken.value ??= typed === '' ? await takeNumber(projectKey) : undefined;
    const orderNumber = typed === '' ? taken.value : typed;
    const body = { cart: { typeId: 'cart', id }, version, orderNumber };
    try {
      return await sendToProject<Resource>(projectKey, '/orders', { method: 'POST', body });
    } catch (error) {
      if (typed !== '' || !isTaken(error) || attempt === attemptsMax) throw error;
      taken.value = undefined;
    }
  }
};
