import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sendToProject } from '../api/project';
import type { Page, Reference, Resource } from '../resources/Resource';
import { useProjectKey } from '../session/useProjectKey';

export interface QuoteRequest extends Resource {
  readonly quoteRequestState: string;
}

export interface StagedQuote extends Resource {
  readonly stagedQuoteState: string;
  readonly quotationCart: Reference;
  readonly sellerComment?: string;
  readonly validTo?: string;
}

export interface Quote extends Resource {
  readonly quoteState: string;
}

/** What follows from one quote request, each list from the oldest to the newest. */
export interface Negotiation {
  readonly request: QuoteRequest;
  readonly stagedQuotes: readonly StagedQuote[];
  readonly quotes: readonly Quote[];
  readonly orders: readonly Resource[];
}

/** A request to the API that goes on with a negotiation. */
export interface Move {
  /** Below the project. */
  readonly path: string;
  readonly body: object;
}

/** The move that applies one update action. */
export const updateOf = (path: string, { id, version }: Resource, action: object): Move => ({
  path: `/${path}/${id}`,
  body: { version, actions: [action] },
});

const listed = async (projectKey: string, path: string, where: string): Promise<readonly Resource[]> =>
  (await sendToProject<Page>(projectKey, path, { query: { where, sort: 'createdAt asc', limit: 100 } })).results;

const load = async (projectKey: string, requestId: string): Promise<Negotiation> => {
  const ofRequest = `quoteRequest(id="${requestId}")`;
  const [request, stagedQuotes, quotes] = await Promise.all([
    sendToProject<QuoteRequest>(projectKey, `/quote-requests/${requestId}`),
    listed(projectKey, '/staged-quotes', ofRequest),
    listed(projectKey, '/quotes', ofRequest),
  ]);
  const ids = quotes.map(({ id }) => `"${id}"`).join(',');
  const orders = ids === '' ? [] : await listed(projectKey, '/orders', `quote(id in (${ids}))`);
  return { request, stagedQuotes: stagedQuotes as StagedQuote[], quotes: quotes as Quote[], orders };
};

/** The negotiation that a quote request, a staged quote or a quote belongs to. */
export const useNegotiation = (resource: Resource) => {
  const projectKey = useProjectKey();
  const client = useQueryClient();
  const request = resource.quoteRequest as Reference | undefined;
  const requestId = request?.id ?? resource.id;
  const { data, error } = useQuery({
    queryKey: ['negotiation', projectKey, requestId],
    queryFn: () => load(projectKey, requestId),
  });
  const move = useMutation({
    mutationFn: ({ path, body }: Move) => sendToProject<Resource>(projectKey, path, { method: 'POST', body }),
    // After a refusal as well: somebody else may have gone on with the negotiation.
    onSettled: () => client.invalidateQueries(),
  });
  return { negotiation: data, error, move };
};
