/**
 * The states of an order change together: its state members, and the state of the project's workflow with the same
 * meaning.
 */
import type { UpdateAction } from '../changes/useChange';
import { nextStates, type WorkflowState } from '../workflow/workflowStates';
import type { Order } from './Order';

export type StateMember = 'orderState' | 'shipmentState' | 'paymentState';

export type StateChanges = Readonly<Partial<Record<StateMember, string>>>;

/** Returns `changeOrderState` for `orderState`. */
const actionOf = (member: string): string => `change${member.charAt(0).toUpperCase()}${member.slice(1)}`;

/**
 * Usual words of workflows for the value of a member, in the last word of the key of a state or in one of its names. A
 * project may have any other states, which only the person can choose.
 */
const workflowWords: Readonly<Record<string, readonly string[] | undefined>> = {
  Confirmed: ['confirmed', 'bestätigt'],
  Partial: ['partial', 'partially shipped', 'teilweise versandt'],
  Shipped: ['shipped', 'versandt', 'versendet'],
  Delivered: ['delivered', 'zugestellt', 'geliefert', 'ausgeliefert'],
  Complete: ['complete', 'completed', 'abgeschlossen', 'erledigt'],
  Paid: ['paid', 'bezahlt'],
  Cancelled: ['cancelled', 'canceled', 'storniert'],
};

const wordsOf = ({ key, name = {} }: WorkflowState): readonly string[] =>
  [key, key.split(/[^\p{L}]+/u).at(-1) ?? '', ...Object.values(name)].map(word => word.trim().toLowerCase());

const isStateOf = (state: WorkflowState, value: string): boolean =>
  wordsOf(state).some(word => workflowWords[value]?.includes(word));

const memberOf: Readonly<Record<string, StateMember>> = {
  Confirmed: 'orderState',
  Complete: 'orderState',
  Cancelled: 'orderState',
  Partial: 'shipmentState',
  Shipped: 'shipmentState',
  Delivered: 'shipmentState',
  Paid: 'paymentState',
};

/** Values in the order in which an order passes through them; all other values come before. */
const courses: Readonly<Record<StateMember, readonly string[]>> = {
  orderState: ['Open', 'Confirmed', 'Complete', 'Cancelled'],
  shipmentState: ['Partial', 'Shipped', 'Delivered'],
  paymentState: ['Paid'],
};

/** Adds the delivery: a completed order that was shipped has arrived. */
export const withShipment = ({ shipmentState }: Pick<Order, 'shipmentState'>, changes: StateChanges): StateChanges =>
  changes.orderState === 'Complete' && shipmentState === 'Shipped'
    ? { ...changes, shipmentState: 'Delivered' }
    : changes;

/** Returns the changes that match a state of the workflow; none if the order is already beyond them. */
export const changesOfState = (state: WorkflowState, order: Pick<Order, StateMember>): StateChanges => {
  const value = Object.keys(workflowWords).find(each => isStateOf(state, each));
  const member = value === undefined ? undefined : memberOf[value];
  if (value === undefined || member === undefined) return {};
  const course = courses[member];
  return course.indexOf(order[member] ?? '') < course.indexOf(value) ? withShipment(order, { [member]: value }) : {};
};

export const isCancellation = (state: WorkflowState): boolean => isStateOf(state, 'Cancelled');

/** Returns the value that the workflow follows if several members change. */
const mainValue = ({ orderState, shipmentState, paymentState }: StateChanges): string | undefined =>
  orderState ?? shipmentState ?? paymentState;

/** Returns the shortest path of transitions to one of some states; undefined if there is none. */
const pathTo = (
  states: readonly WorkflowState[],
  currentId: string | undefined,
  isTarget: (state: WorkflowState) => boolean,
): readonly WorkflowState[] | undefined => {
  const visited = new Set([currentId]);
  let paths: (readonly WorkflowState[])[] = [[]];
  while (paths.length > 0) {
    const longer: (readonly WorkflowState[])[] = [];
    for (const path of paths) {
      for (const next of nextStates(states, path.at(-1)?.id ?? currentId)) {
        if (visited.has(next.id)) continue;
        visited.add(next.id);
        if (isTarget(next)) return [...path, next];
        // A path never leads through a cancelled order.
        if (!isCancellation(next)) longer.push([...path, next]);
      }
    }
    paths = longer;
  }
  return undefined;
};

export interface WorkflowStep {
  /** The states to go through, in this order; empty if the workflow stays in its state. */
  readonly path: readonly WorkflowState[];
  /** The matching state, if no transition leads to it from the current one. */
  readonly unreachable?: WorkflowState;
}

const staying: WorkflowStep = { path: [] };

/** Returns how the workflow follows a change. A cancellation is a decision, so it leads through no other states. */
export const workflowStep = (
  { state }: Pick<Order, 'state'>,
  states: readonly WorkflowState[],
  changes: StateChanges,
): WorkflowStep => {
  const value = mainValue(changes);
  if (value === undefined) return staying;
  const targets = states.filter(each => isStateOf(each, value));
  const [unreachable] = targets;
  if (unreachable === undefined || targets.some(({ id }) => id === state?.id)) return staying;
  const path = pathTo(states, state?.id, each => targets.includes(each));
  const isTooLong =
    value === 'Cancelled' && (path ?? []).filter(({ initial }) => state !== undefined || !initial).length > 1;
  return path === undefined || isTooLong ? { path: [], unreachable } : { path };
};

/** Returns the actions of one request for a change of states. */
export const stateActions = (
  order: Pick<Order, StateMember>,
  changes: StateChanges,
  { path }: WorkflowStep,
): readonly UpdateAction[] => [
  ...Object.entries(changes).flatMap(([member, value]): UpdateAction[] =>
    value === order[member as StateMember] ? [] : [{ action: actionOf(member), [member]: value }],
  ),
  ...path.map(({ id }) => ({ action: 'transitionState', state: { typeId: 'state', id } })),
];

export const currentState = (
  { state }: Pick<Order, 'state'>,
  states: readonly WorkflowState[],
): WorkflowState | undefined => states.find(({ id }) => id === state?.id);

/** Tells whether the customer has the goods, according to the order. */
export const isDelivered = (order: Order, states: readonly WorkflowState[]): boolean => {
  const state = currentState(order, states);
  return (
    order.shipmentState === 'Delivered' ||
    order.orderState === 'Complete' ||
    (state !== undefined && ['Delivered', 'Complete'].some(value => isStateOf(state, value)))
  );
};
