import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sendToProject } from '../api/project';
import { allResourcesOf } from '../lists/resourcesOf';
import type { Reference, Resource } from '../api/Resource';
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

/** A quote request and all that followed from it. */
export interface Negotiation {
  readonly request: QuoteRequest;
  readonly stagedQuotes: readonly StagedQuote[];
  readonly quotes: readonly Quote[];
  readonly orders: readonly Resource[];
}

/** A request to the API that continues a negotiation. */
export interface Move {
  /** The path of the operation, below the project. */
  readonly operation: string;
  /** The id of the resource of the operation; absent if it creates one. */
  readonly id?: string;
  readonly body: object;
}

/** Returns the move that applies one update action. */
export const updateOf = (path: string, { id, version }: Resource, action: object): Move => ({
  operation: `/${path}/{id}`,
  id,
  body: { version, actions: [action] },
});

const load = async (projectKey: string, requestId: string): Promise<Negotiation> => {
  const ofRequest = `quoteRequest(id="${requestId}")`;
  const [request, stagedQuotes, quotes] = await Promise.all([
    sendToProject<QuoteRequest>(projectKey, `/quote-requests/${requestId}`),
    allResourcesOf({ projectKey, path: 'staged-quotes', where: ofRequest }),
    allResourcesOf({ projectKey, path: 'quotes', where: ofRequest }),
  ]);
  const ordersOf = ({ id }: Resource): Promise<readonly Resource[]> =>
    allResourcesOf({ projectKey, path: 'orders', where: `quote(id="${id}")` });
  const orders = (await Promise.all(quotes.map(ordersOf))).flat();
  return { request, stagedQuotes: stagedQuotes as StagedQuote[], quotes: quotes as Quote[], orders };
};

/** Returns the negotiation of a quote request, a staged quote or a quote. */
export const useNegotiation = (resource: Resource) => {
  const projectKey = useProjectKey();
  const client = useQueryClient();
  const request = resource.quoteRequest as Reference | undefined;
  const requestId = request?.id ?? resource.id;
  const query = useQuery({
    queryKey: ['negotiation', projectKey, requestId],
    queryFn: () => load(projectKey, requestId),
  });
  const move = useMutation({
    mutationFn: ({ operation, id = '', body }: Move) =>
      sendToProject<Resource>(projectKey, operation.replace('{id}', id), { method: 'POST', body }),
    // The data is reloaded after a refusal as well: another session may have continued the negotiation.
    onSettled: () => client.invalidateQueries(),
  });
  return { query, move };
};
