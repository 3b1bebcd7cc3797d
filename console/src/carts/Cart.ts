/** The members of carts that their page shows. */
import type { PricedLines } from '../lines/PricedLines';

export interface Cart extends PricedLines {
  readonly cartState: string;
  readonly customerId?: string;
  readonly customerEmail?: string;
}

export interface CartDialogProps {
  readonly cart: Cart;
  readonly onClose: () => void;
}
