import { Snapshot } from '../../../engine/define/Message.js';
import { LocalizedString } from '../../../engine/schema/primitives.js';
import type { Category } from './members.js';

export const messages = {
  CategoryCreated: { category: Snapshot<Category>('category') },
  CategorySlugChanged: { slug: LocalizedString, oldSlug: LocalizedString },
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly category: typeof messages;
  }
}
