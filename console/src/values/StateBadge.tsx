/** A state as a word with its colour. */
import { Badge } from '@mantine/core';
import { useWords } from '../words/useWords';

/** The colours of states: to do, in progress, done, failed; every other value is grey. */
const colors: Readonly<Record<string, string>> = {
  Open: 'blue',
  Running: 'green',
  Planned: 'blue',
  Pending: 'yellow',
  Active: 'blue',
  Submitted: 'blue',
  InProgress: 'blue',
  Sent: 'blue',
  Initial: 'yellow',
  Confirmed: 'teal',
  Ready: 'teal',
  Partial: 'yellow',
  Advised: 'yellow',
  Returned: 'teal',
  Shipped: 'teal',
  Paid: 'green',
  Success: 'green',
  Complete: 'green',
  Delivered: 'green',
  Accepted: 'green',
  Ordered: 'green',
  Refunded: 'green',
  BackInStock: 'green',
  BalanceDue: 'orange',
  CreditOwed: 'orange',
  Delayed: 'orange',
  Backorder: 'orange',
  Failed: 'red',
  Failure: 'red',
  Cancelled: 'red',
  Rejected: 'red',
  Declined: 'red',
  Unusable: 'red',
};

/** Members whose values are shown as badges. */
export const stateMembers: ReadonlySet<string> = new Set([
  'orderState',
  'paymentState',
  'shipmentState',
  'cartState',
  'campaignState',
  'quoteState',
  'stagedQuoteState',
  'quoteRequestState',
]);

interface StateBadgeProps {
  readonly member: string;
  readonly value: string;
}

export const StateBadge = ({ member, value }: StateBadgeProps) => {
  const words = useWords();
  return (
    <Badge component="span" variant="dot" color={colors[value] ?? 'gray'} tt="none" fw={500} miw="max-content">
      {words.value(member, value)}
    </Badge>
  );
};
