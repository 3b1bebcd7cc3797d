/** The members of carts that their page shows. */
import type { PricedLines } from '../lines/PricedLines';
import type { Reference } from '../api/Resource';

export interface Cart extends PricedLines {
  readonly cartState: string;
  readonly customerId?: string;
  readonly customerEmail?: string;
  readonly discountCodes?: readonly { readonly discountCode: Reference; readonly state: string }[];
}

export interface CartDialogProps {
  readonly cart: Cart;
  readonly onClose: () => void;
}
