import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import { Key, List, NonEmptyText, Optional, Shape, Text } from '../../../engine/schema/primitives.js';
import { TaxRate, TaxRateDraft } from './taxRate.js';

const named = { name: NonEmptyText, description: Optional(Text) };

export const TaxCategoryMembers = Shape({ ...named, rates: List(TaxRate), key: Optional(Key) });

export const TaxCategoryDraft = Shape({ ...named, rates: Optional(List(TaxRateDraft)), key: Optional(Key) });

export type TaxCategory = Base & Static<typeof TaxCategoryMembers>;
