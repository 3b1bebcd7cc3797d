import type { Static } from '@sinclair/typebox';
import { OneOf } from '../../schema/primitives.js';

export const ChannelRole = OneOf(['InventorySupply', 'ProductDistribution', 'OrderExport', 'OrderImport', 'Primary']);

export type ChannelRole = Static<typeof ChannelRole>;
