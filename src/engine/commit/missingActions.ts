/** The update actions that the hosted API has and this server does not. */
import { readFileSync } from 'node:fs';
import { packageFile } from '../../config/packageFile.js';

const file = packageFile('assets/missing/actions.txt');

const readNames = (): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('#'))
      .map(line => {
        const [type = '', ...names] = line.split(' ');
        return [type, new Set(names)];
      }),
  );

let namesByType: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** The name of a resource type in the file: `InventoryEntry`, and `MyCart` for the carts at `/me`. */
const typeName = (typeId: string, own: boolean): string =>
  `${own ? 'My' : ''}${typeId.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

export const isMissingAction = (typeId: string, own: boolean, action: string): boolean =>
  (namesByType ??= readNames()).get(typeName(typeId, own))?.has(action) === true;
