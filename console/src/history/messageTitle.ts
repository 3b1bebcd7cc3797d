/** Describes a message in a sentence: `Order state changed from Open to Confirmed by ana@example.com`. */
import type { TFunction } from 'i18next';
import type { AuditEntry } from '../../../src/auth/accounts/AuditEntry';
import type { Resource } from '../api/Resource';
import { stateMembers } from '../values/StateBadge';
import type { Words } from '../words/useWords';
import { creatorText, type NameOf } from './creatorText';
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

/** Returns `orderState` for `OrderStateChanged`; empty if the message is about the whole resource. */
const memberOf = (subject: string, typeName: string): string => {
  // `OrderState` keeps its type, because the member is `orderState`; `OrderCustomerEmail` becomes `customerEmail`.
  const rest = subject.startsWith(typeName) ? subject.slice(typeName.length) : subject;
  const name = rest === 'State' ? subject : rest;
  return name.charAt(0).toLowerCase() + name.slice(1);
};

/** Describes the old and the new value of a message about one text; only the new value if that is a state. */
const stepText = (message: Resource, isChange: boolean, words: Words, t: TFunction): string => {
  const [change, ...others] = messageChanges(message);
  const { member = '', before, after } = change ?? {};
  if (others.length > 0 || typeof after !== 'string') return '';
  const label = words.value(member, after);
  if (typeof before === 'string') return t('history.step', { before: words.value(member, before), after: label });
  return isChange && before === undefined && stateMembers.has(member) ? t('history.newValue', { after: label }) : '';
};

export const messageTitle = (message: Resource, words: Words, t: TFunction): string => {
  const type = String(message.type);
  const verb = verbs.find(each => type.endsWith(each));
  const { typeId = '' } = (message.resource ?? {}) as { readonly typeId?: string };
  const typeName = typeId.split('-').map(upperFirst).join('');
  const member = memberOf(verb === undefined ? type : type.slice(0, -verb.length), typeName);
  const subject = member === '' ? words.value('resourceTypeId', typeId) : words.member(member, typeName);
  return [
    verb === undefined ? subject : t(`history.verbs.${verb}`, { subject }),
    stepText(message, verb === 'Changed' || verb === 'Set', words, t),
  ]
    .filter(Boolean)
    .join(' ');
};

/** Returns the author as the end of the sentence; empty if no name is known. */
export const byWhom = (createdBy: unknown, t: TFunction, nameOf: NameOf): string => {
  const who = creatorText(createdBy, t, nameOf);
  return who === undefined ? '' : t('history.by', { who });
};

/** Describes an entry of the audit log: `Zone changed`. */
export const auditTitle = ({ version, method }: AuditEntry, typeId: string, words: Words, t: TFunction): string => {
  const verb = version === 1 ? 'Created' : 'Changed';
  return t(`history.verbs.${method === 'DELETE' ? 'Deleted' : verb}`, {
    subject: words.value('resourceTypeId', typeId),
  });
};
