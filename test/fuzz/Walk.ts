/** Runs random commands and update actions on a project, and remembers which of them succeeded. */
import type { Route } from '../../src/http/routing/Route.js';
import { definitions } from '../../src/commerce/resources/index.js';
import type { ClientCredentials } from '../../src/projects/createProject.js';
import { Random } from '../../examples/sample-shop/choices.js';
import { UndescribedError } from '../support/assertDescribed.js';
import type { HttpResponse } from '../support/http.js';
import type { Quayside } from '../support/quayside.js';
import { KeptMembers } from './KeptMembers.js';
import { Visitors } from './Visitors.js';
import {
  actionGoalName,
  actionsOf,
  definitionOf,
  draftSchemaOf,
  type Goal,
  goals,
  isRemoval,
  isUpdate,
} from './walkGoals.js';
import { createWalkParts } from './walkParts.js';
import { storesOf, WalkTargets } from './WalkTargets.js';
import { WalkValues, walkType } from './WalkValues.js';
import { type WalkResource, WalkWorld } from './WalkWorld.js';

interface WalkRequest {
  readonly goal: string;
  readonly path: string;
  readonly body: object | undefined;
  readonly status: number;
  readonly text: string;
}

/** The command that makes the token which another one uses. */
const tokenCommands: ReadonlyMap<string, string> = new Map([
  ['resetPassword', 'password-token'],
  ['confirmEmail', 'email-token'],
]);

export class Walk {
  readonly reached = new Set<string>();
  readonly requests: WalkRequest[] = [];
  readonly kept = new KeptMembers();
  readonly #random: Random;
  readonly #world: WalkWorld;
  readonly #values: WalkValues;
  readonly #targets: WalkTargets;
  readonly #visitors: Visitors;
  readonly #base: string;
  #token = '';

  constructor(
    private readonly quayside: Quayside,
    private readonly credentials: ClientCredentials,
    /** The URL that API extensions call. */
    private readonly destination: string,
    seed: number,
  ) {
    this.#random = new Random(seed);
    this.#world = new WalkWorld(this.#random);
    this.#values = new WalkValues(this.#random, this.#world);
    this.#targets = new WalkTargets(this.#random, this.#world);
    this.#base = `/${credentials.projectKey}`;
    this.#visitors = new Visitors(quayside, credentials, (path, body) =>
      this.#send('POST', `${this.#base}/${path}`, body),
    );
  }

  /** The names of the goals that no request has reached. */
  get missed(): string[] {
    return [...goals.keys()].filter(name => !this.reached.has(name));
  }

  async open(): Promise<void> {
    this.#token = await this.quayside.token(this.credentials);
    await this.#load();
    // The outlet offers only the products of its selection.
    const store = this.#world.all('store').find(({ key }) => key === 'main');
    const buyers = this.#world
      .all('customer')
      .filter(each => storesOf(each).length === 0 && each.authenticationMode === 'Password')
      .slice(0, 3);
    await createWalkParts(this.#api(), { customerIds: buyers.map(({ id }) => id), storeKey: String(store?.key) });
    await this.#load();
  }

  /** The calls that set up the parts of the walk. */
  #api() {
    const call = async (path: string, body: object): Promise<WalkResource> => {
      const { status, text, json } = await this.#send('POST', `${this.#base}/${path}`, body);
      if (status > 201) throw new Error(`${path}: ${text}`);
      return json as WalkResource;
    };
    return {
      quayside: this.quayside,
      projectKey: this.credentials.projectKey,
      create: call,
      update: (path: string, { id, version }: WalkResource, actions: readonly object[]) =>
        call(`${path}/${id}`, { version, actions }),
    };
  }

  async #load(): Promise<void> {
    for (const { typeId, path, routes } of definitions) {
      if (routes === 'none' || typeId === 'message') continue;
      const { json } = await this.#send('GET', path === '' ? this.#base : `${this.#base}/${path}?limit=500`);
      const { results = [json as WalkResource] } = json as { readonly results?: readonly WalkResource[] };
      for (const resource of results) this.#world.put(typeId, resource);
    }
    // Its own access stays.
    this.#world.remove('api-client', this.credentials.clientId);
  }

  /** Sends one request, mostly one that has not succeeded yet. */
  async step(): Promise<void> {
    const { missed } = this;
    const name = this.#random.pick(missed.length > 0 && this.#values.chance(0.6) ? missed : [...goals.keys()]);
    const goal = this.#random.pick(goals.get(name)!);
    const { route } = goal;
    const chosen = this.#targets.targetOf(route);
    const owner = this.#targets.customerOf(route, chosen);
    const token = route.own === true ? await this.#ownToken(route, chosen, owner) : this.#token;
    // A first token has changed the password of the customer.
    const target = this.#current(route, chosen);
    const customer = owner === undefined ? undefined : this.#world.find('customer', owner.id);
    const path = this.#pathOf(route, customer ?? target, target);
    if (token === undefined || path === undefined) return;
    const body = await this.#withTokenValue(route, path, this.#bodyOf(goal, target ?? customer), customer);
    const answer = await this.#send(route.method, path, body, token).catch((error: unknown) => {
      if (!(error instanceof UndescribedError)) throw error;
      return { status: 0, json: undefined, headers: {}, text: error.message };
    });
    this.requests.push({ goal: name, path, body, status: answer.status, text: answer.text });
    await this.#learn(goal, target, body, answer);
  }

  #send(method: string, path: string, body?: object, token = this.#token): Promise<HttpResponse> {
    return this.quayside.http.as(token).send(method, path, body === undefined ? {} : { body });
  }

  #current({ typeId = '' }: Route, chosen: WalkResource | undefined): WalkResource | undefined {
    return chosen === undefined ? undefined : (this.#world.find(typeId, chosen.id) ?? chosen);
  }

  async #ownToken(
    { verb: { name: verb } }: Route,
    target: WalkResource | undefined,
    customer: WalkResource | undefined,
  ) {
    const isVisitor = customer === undefined || verb === 'signUp' || verb === 'signIn';
    if (isVisitor) return this.#visitors.anonymous(target?.anonymousId as string | undefined);
    const token = await this.#visitors.customer(customer);
    await this.#reread('customer', customer.id);
    return token;
  }

  #pathOf(route: Route, owner: WalkResource | undefined, target: WalkResource | undefined): string | undefined {
    const { field = 'id', parameter = field } = route;
    const storeKeys = [target, owner].flatMap(each => (each === undefined ? [] : storesOf(each)));
    const storeKey = storeKeys[0] ?? this.#world.pick('store')?.key ?? 'missing';
    const value = target && this.#world.addressOf(target, field);
    if (route.path.includes(`{${parameter}}`) && parameter !== 'projectKey' && value === undefined) return undefined;
    const path = route.path
      .replace('{projectKey}', this.credentials.projectKey)
      .replace('{storeKey}', storeKey)
      .replace(`{${parameter}}`, encodeURIComponent(String(value)));
    if (!isRemoval(route)) return path;
    if (target === undefined) return undefined;
    const erases = definitionOf(route)?.removal?.erasable === true && this.#values.chance(0.5);
    const version = definitionOf(route)?.removal?.versionless !== undefined ? '' : `version=${target.version}`;
    return `${path}?${version}${erases ? '&dataErasure=true' : ''}`;
  }

  #bodyOf({ route, action }: Goal, target: WalkResource | undefined): object | undefined {
    if (isRemoval(route)) return undefined;
    if (isUpdate(route)) {
      const declared = actionsOf(route);
      const names = [action ?? this.#random.pick(Object.keys(declared))];
      while (this.#values.chance(0.1)) names.push(this.#random.pick(Object.keys(declared)));
      const actions = names.flatMap(name => {
        const payload = this.#values.payload(declared[name]!.schema, target, route.typeId);
        return this.#withType({ action: name, ...this.#withDestination(payload as object) });
      });
      return { version: target?.version, actions };
    }
    const schema = draftSchemaOf(route);
    const draft = schema === undefined ? {} : this.#withDestination(this.#values.payload(schema, target) as object);
    return this.#withTarget(draft, target);
  }

  /** A custom field needs a Type: half of the time it is set before. */
  #withType(action: { readonly action: string; readonly name?: unknown; readonly value?: unknown }): object[] {
    if (!action.action.endsWith('CustomField') || this.#values.chance(0.5)) return [action];
    const { name: _, value: _value, ...place } = action;
    const type = { typeId: 'type', key: walkType.key };
    return [
      { ...place, action: action.action.replace(/Field$/, 'Type'), type },
      { ...place, name: walkType.field, value: 'a note' },
    ];
  }

  /** A body that names the customer or the cart of the command by its id, version and email. */
  #withTarget(draft: object, target: WalkResource | undefined): object {
    const named = Object.entries({ id: target?.id, version: target?.version, email: target?.email });
    const given = named.filter(([name, value]) => value !== undefined && name in draft);
    return { ...draft, ...(target === undefined ? {} : Object.fromEntries(given)) };
  }

  /** The body of a command that uses a token for a password or an email, with a new token of the customer. */
  async #withTokenValue(
    { verb }: Route,
    path: string,
    body: object | undefined,
    customer: WalkResource | undefined,
  ): Promise<object | undefined> {
    const command = tokenCommands.get(verb.name);
    if (command === undefined || customer === undefined) return body;
    const place = path.replace(/(\/me|\/customers)\/(password\/reset|email\/confirm)$/, '');
    const { id, email } = customer;
    const { json } = await this.#send('POST', `${place}/customers/${command}`, { id, email, ttlMinutes: 10 });
    return { ...body, tokenValue: (json as { readonly value?: string }).value ?? 'missing' };
  }

  #withDestination(payload: object): object {
    const scope = `manage_project:${this.credentials.projectKey}`;
    return {
      ...payload,
      ...('destination' in payload && { destination: { type: 'HTTP', url: this.destination } }),
      ...('scope' in payload && { scope }),
      ...('timeoutInMs' in payload && { timeoutInMs: 2_000 }),
      ...('externalOAuth' in payload && { externalOAuth: { url: this.destination, authorizationHeader: 'Bearer x' } }),
    };
  }

  /** Puts what a response says into the world; reads a resource again that was not as expected. */
  async #learn(
    { name, route, action }: Goal,
    target: WalkResource | undefined,
    body: object | undefined,
    answer: HttpResponse,
  ): Promise<void> {
    const { typeId = '', method, path } = route;
    const { status, json } = answer;
    if (status < 200 || status >= 300) {
      if (status !== 400 && target !== undefined) await this.#reread(typeId, target.id);
      if (status === 401 || status === 404) this.#visitors.forget();
      return;
    }
    this.reached.add(name);
    if (action !== undefined) this.reached.add(`${method} ${path}`);
    if (isRemoval(route)) return this.#world.remove(typeId, target!.id);
    const { customer, cart } = json as Record<string, unknown>;
    if (typeId === 'customer' && customer !== undefined) this.#world.put('customer', customer as WalkResource);
    else if ('version' in (json as object)) this.#world.put(typeId, json as WalkResource);
    if (typeId === 'customer' && cart !== undefined) this.#world.put('cart', cart as WalkResource);
    if (!isUpdate(route)) return;
    const { actions } = body as { readonly actions: readonly { readonly action: string }[] };
    for (const each of actions) this.reached.add(actionGoalName(route, each.action));
    // What an action of several set, a later one may have changed again.
    if (actions.length === 1) this.kept.note(`${typeId}#${actions[0]!.action}`, actions[0]!, json);
  }

  async #reread(typeId: string, id: string): Promise<void> {
    const path = definitions.find(each => each.typeId === typeId)?.path ?? '';
    const { status, json } = await this.#send('GET', typeId === 'project' ? this.#base : `${this.#base}/${path}/${id}`);
    this.#world.remove(typeId, id);
    if (status === 200) this.#world.put(typeId, json as WalkResource);
  }
}
