import { OneOf } from '../../schema/primitives.js';

export const ShippingMode = OneOf(['Single', 'Multiple']);

export const InventoryMode = OneOf(['None', 'TrackOnly', 'ReserveOnOrder', 'ReserveOnCart']);

export const CartOrigin = OneOf(['Customer', 'Merchant', 'Quote']);
