import type { Case } from './case.js';

const path = (projectKey: string, query: Record<string, string>): string => `/${projectKey}/orders?${new URLSearchParams(query).toString()}`;

/** A few at once, as a shop's office asks: what one query takes, not how many fit. */
const connections = 4;
const p50MsMax = 5;

export const queryByOrderNumber: Case = {
  name: 'query by orderNumber',
  about: 'where on a unique field, with total; 4 connections',
  connections, p50MsMax,
  requests: async ({ orders, projectKey }) =>
    orders.map(({ orderNumber }) => ({ method: 'GET', path: path(projectKey, { where: `orderNumber="${orderNumber}"` }) })),
};

export const queryByCustomer: Case = {
  name: 'query by customerId',
  about: 'where on an indexed field, sort createdAt desc, with total; 4 connections',
  connections, p50MsMax,
  requests: async ({ orders, projectKey }) =>
    orders.map(({ customerId }) => ({ method: 'GET', path: path(projectKey, { where: `customerId="${customerId}"`, sort: 'createdAt desc' }) })),
};

export const queryByOrderState: Case = {
  name: 'query by orderState',
  about: 'a page of 20 with its total where thousands match, sort createdAt desc; 4 connections',
  connections, p50MsMax,
  requests: async ({ projectKey }) =>
    ['Open', 'Confirmed', 'Complete', 'Cancelled'].map(state => ({ method: 'GET', path: path(projectKey, { where: `orderState="${state}"`, sort: 'createdAt desc' }) })),
};
