/** The commands for each generation of RediSearch, and the parsing of their replies. */
import { test } from '../../support/tap.js';
import { firstGeneration } from '../../../src/search/redisearch/firstGeneration.js';
import {
  isExistingIndexError,
  isSearchTimeoutError,
  isUnknownIndexError,
  parseIndexInfo,
  parseSearchAnswer,
} from '../../../src/search/redisearch/commandParts.js';
import { laterGeneration } from '../../../src/search/redisearch/laterGeneration.js';
import { parseModuleList } from '../../../src/base/redis/searchIndex/parseModuleList.js';

const name = { index: '{p}:order:search:3', prefix: '{p}:order:s:3:' };
const key = `${name.prefix}a`;
const content = Buffer.from([1, 0, 255]);
const document = { tags: ['x', 'uz', 'y_1'], numbers: { created: 5, modified: 6, cents: -7, version: 8 }, content };
const options = { sortBy: 'created', descending: true, offset: 20, limit: 10, content: true } as const;
const columns =
  't TAG SEPARATOR , created NUMERIC SORTABLE modified NUMERIC SORTABLE cents NUMERIC ' +
  'SORTABLE version NUMERIC SORTABLE';

/** The sortable columns of the document as they are written. */
const sortableValues = ['created', '5', 'modified', '6', 'cents', '-7', 'version', '8'];

test('passes documents to RediSearch 1.x by command, and stores their terms in the index only', async t => {
  t.same(firstGeneration.create(name), [
    'FT.CREATE',
    name.index,
    'NOOFFSETS',
    'NOHL',
    'NOFIELDS',
    'NOFREQS',
    ...`STOPWORDS 0 SCHEMA w TEXT NOSTEM ${columns}`.split(' '),
  ]);
  t.same(firstGeneration.drop(name.index), ['UNLINK', `idx:${name.index}`]);
  const { pattern, isPart } = firstGeneration.partsOf!(name.index);
  t.equal(pattern, `*:${name.index}/*`);
  t.same([`ft:${name.index}/a`, `tag:${name.index}/t`, `x:${name.index}/a`, key].map(isPart), [
    true,
    true,
    false,
    false,
  ]);
  t.same(firstGeneration.write(name.index, key, 8, document), [
    ['FT.ADD', name.index, key, '1.0', 'NOSAVE', 'REPLACE', 'FIELDS', 'w', 'x y_1', 't', 'uz', ...sortableValues],
    ['HSET', key, 'v', '8', 'd', content, 'n', '3'],
  ]);
  t.same(firstGeneration.remove(name.index, key), [
    ['FT.DEL', name.index, key],
    ['DEL', key],
  ]);
  t.same(firstGeneration.search(name.index, '(@t:{x|uz|y}) (@t:{x}) (@t:{uz})', options, 10_000), [
    'FT.SEARCH',
    name.index,
    '(((@t:{uz})|(@w:(x|y)))) (@w:(x)) (@t:{uz})',
    'WITHSORTKEYS',
    'SORTBY',
    'created',
    'DESC',
    'RETURN',
    '2',
    'v',
    'd',
    'LIMIT',
    '20',
    '10',
    'VERBATIM',
  ]);
  t.same(
    firstGeneration.search(
      name.index,
      '*',
      { ...options, descending: false, offset: 0, limit: 0, content: false },
      10_000,
    ),
    ['FT.SEARCH', name.index, '*', 'WITHSORTKEYS', 'RETURN', '1', 'v', 'LIMIT', '0', '1', 'VERBATIM'],
  );
});

test('lets later generations index hashes by prefix, and adds time limit and dialect to queries', async t => {
  t.same(laterGeneration.create(name), [
    'FT.CREATE',
    name.index,
    'ON',
    'HASH',
    'PREFIX',
    '1',
    name.prefix,
    'SKIPINITIALSCAN',
    ...`STOPWORDS 0 SCHEMA ${columns}`.split(' '),
  ]);
  t.same(laterGeneration.requireIndex!(name.index), ['FT.SYNDUMP', name.index]);
  t.same(laterGeneration.drop(name.index), ['FT.DROPINDEX', name.index]);
  t.same(laterGeneration.write(name.index, key, 8, document), [
    ['HSET', key, 'v', '8', 'd', content, 't', 'x,z,y_1', ...sortableValues],
  ]);
  t.same(laterGeneration.remove(name.index, key), [['DEL', key]]);
  t.same(laterGeneration.search(name.index, '@t:{x|uz}', options, 9_000), [
    'FT.SEARCH',
    name.index,
    '@t:{x|z}',
    'WITHSORTKEYS',
    'SORTBY',
    'created',
    'DESC',
    'RETURN',
    '2',
    'v',
    'd',
    'LIMIT',
    '20',
    '10',
    'TIMEOUT',
    '9000',
    'DIALECT',
    '2',
  ]);
});

test('reads a setting before it is changed', async t => {
  const [onTimeout, resultsMax] = laterGeneration.settings;
  t.same(onTimeout!.commands, [
    { get: ['FT.CONFIG', 'GET', 'ON_TIMEOUT'], set: ['FT.CONFIG', 'SET', 'ON_TIMEOUT', 'fail'] },
    { get: ['CONFIG', 'GET', 'search-on-timeout'], set: ['CONFIG', 'SET', 'search-on-timeout', 'fail'] },
  ]);
  t.same(['fail', 'FAIL', 'return'].map(onTimeout!.isSufficient), [true, true, false]);
  t.same(
    resultsMax!.commands.map(({ set }) => set),
    [
      ['FT.CONFIG', 'SET', 'MAXSEARCHRESULTS', '1000000'],
      ['CONFIG', 'SET', 'search-max-search-results', '1000000'],
    ],
  );
  t.same(['1000000', '10000', '-1', 'unlimited', '2000000'].map(resultsMax!.isSufficient), [
    true,
    false,
    true,
    true,
    true,
  ]);
  t.same(firstGeneration.settings, []);
});

test('derives the generation and its time limit from MODULE LIST', async t => {
  const listed = (module: string, version: number, ...args: string[]) => [
    ['name', 'other', 'ver', 1],
    ['name', module, 'ver', version, 'path', '/x', 'args', args],
  ];
  t.same(parseModuleList([], 9_000), undefined);
  t.same(parseModuleList([['name', 'other', 'ver', 1]], 9_000), undefined);
  t.same(parseModuleList(listed('ft', 10_200, 'TIMEOUT', '1234', 'SAFEMODE', 'ON_TIMEOUT', 'FAIL'), 9_000), {
    isLater: false,
    timeoutMs: 1_234,
    missingArguments: ['NOGC'],
  });
  t.same(parseModuleList(listed('ft', 10_200), 9_000), {
    isLater: false,
    timeoutMs: 500,
    missingArguments: ['SAFEMODE', 'NOGC'],
  });
  t.same(
    parseModuleList([['name', 'ft', 'ver', 10_200]], 9_000),
    { isLater: false, timeoutMs: 500, missingArguments: ['SAFEMODE', 'NOGC'] },
    'older servers tell no arguments',
  );
  t.same(parseModuleList(listed('ft', 10_200, 'timeout', '0', 'safemode', 'nogc'), 9_000), {
    isLater: false,
    timeoutMs: Infinity,
    missingArguments: [],
  });
  for (const version of [20_000, 21_032, 80_001])
    t.same(parseModuleList(listed('search', version), 9_000), {
      isLater: true,
      timeoutMs: 9_000,
      missingArguments: [],
    });
});

test('parses the answers of FT.SEARCH and FT.INFO', async t => {
  const { total, rows } = parseSearchAnswer([
    7,
    Buffer.from('k'),
    Buffer.from('#1.5'),
    [Buffer.from('v'), Buffer.from('3'), Buffer.from('d'), content],
    Buffer.from('gone'),
    null,
    null,
  ]);
  t.equal(total, 7);
  t.same(
    rows.map(({ key: rowKey, fields }) => [rowKey, Object.fromEntries(fields)]),
    [
      ['k', { v: Buffer.from('3'), d: content }],
      ['gone', {}],
    ],
  );
  t.equal(rows[0]!.sortKey, 1.5);
  t.same(parseSearchAnswer([0]), { total: 0, rows: [] });
  t.same(
    parseIndexInfo(
      ['num_docs', '12', 'max_doc_id', '20', 'a_mb', '0.5', 'b_mb', '-nan', 'c_mb', '1'],
      ['a_mb', 'b_mb', 'absent'],
    ),
    { documents: 12, replaced: 8, bytes: 2 ** 19 },
  );
});

test('recognizes errors by the texts of each generation', async t => {
  const errorNamed = (message: string, errorName = 'ReplyError') =>
    Object.assign(new Error(message), { name: errorName });
  for (const message of [
    'Unknown Index name',
    'Unknown index name (or name is an alias itself)',
    'x: no such index',
    'SEARCH_INDEX_NOT_FOUND Index not found: x',
  ])
    t.ok(isUnknownIndexError(errorNamed(message)), message);
  for (const message of ['Index already exists. Drop it first!', 'Index already exists'])
    t.ok(isExistingIndexError(errorNamed(message)), message);
  for (const message of ['Command timed out', 'Timeout limit was reached', 'SEARCH_TIMEOUT Timeout limit was reached'])
    t.ok(isSearchTimeoutError(errorNamed(message)), message);
  t.notOk(
    isSearchTimeoutError(errorNamed('Command timed out', 'Error')),
    'the client gave up waiting: the store is away',
  );
  t.notOk(isUnknownIndexError(errorNamed('Syntax error')));
});
