/** What a message reports, as a sentence: `Order state changed from Open to Confirmed by ana@example.com`. */
import type { TFunction } from 'i18next';
import type { Resource } from '../api/Resource';
import type { Words } from '../words/useWords';
import { creatorText } from './creatorText';
import { messageChanges } from './messageChanges';

/** The verbs with which the types of messages end. */
const verbs = [
  'Created',
  'Imported',
  'Deleted',
  'Added',
  'Removed',
  'Changed',
  'Updated',
  'Set',
  'Unpublished',
  'Published',
  'Transition',
  'Approved',
  'Rejected',
] as const;

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `orderState` of `OrderStateChanged`; empty where the message is about the whole resource. */
const memberOf = (subject: string, typeName: string): string => {
  // `OrderState` is a member of its own name; `OrderCustomerEmail` is the email.
  const rest = subject.startsWith(typeName) ? subject.slice(typeName.length) : subject;
  const name = rest === 'State' ? subject : rest;
  return name.charAt(0).toLowerCase() + name.slice(1);
};

export const messageTitle = (message: Resource, words: Words, t: TFunction): string => {
  const type = String(message.type);
  const verb = verbs.find(each => type.endsWith(each));
  const { typeId = '' } = (message.resource ?? {}) as { readonly typeId?: string };
  const typeName = typeId.split('-').map(upperFirst).join('');
  const member = memberOf(verb === undefined ? type : type.slice(0, -verb.length), typeName);
  const subject = member === '' ? words.value('resourceTypeId', typeId) : words.member(member, typeName);
  const [change, ...others] = messageChanges(message);
  const { before, after } = change ?? {};
  const isStep = others.length === 0 && typeof before === 'string' && typeof after === 'string';
  return [
    verb === undefined ? subject : t(`history.verbs.${verb}`, { subject }),
    isStep &&
      t('history.step', {
        before: words.value(change?.member ?? '', before),
        after: words.value(change?.member ?? '', after),
      }),
  ]
    .filter(Boolean)
    .join(' ');
};

/** Who did it, as the end of the sentence; empty where nobody is named. */
export const byWhom = (message: Resource, t: TFunction): string => {
  const who = creatorText(message.createdBy, t);
  return who === undefined ? '' : t('history.by', { who });
};
