import { test } from '../../support/tap.js';
import { combineViews, ownerChanges, parseClusterNodes, slotCount } from '../../../src/base/redis/clusterNodes.js';

const lines = {
  a: 'aa 10.0.0.1:6379@16379 master - 0 1 1 connected 0-5460',
  b: 'bb 10.0.0.2:6379@16379,host-b master - 0 1 2 connected 5461-10922',
  c: 'cc 10.0.0.3:6379@16379 master - 0 1 3 connected 10923-16383',
  replica: 'dd 10.0.0.4:6379@16379 slave aa 0 1 1 connected',
};
const self = (line: string): string => line.replace(/(master|slave) /, 'myself,$1 ');
const nodesOf = (...views: readonly (readonly [asked: string, ...lines: string[]])[]) =>
  combineViews(views.map(([asked, ...view]) => parseClusterNodes(`${view.join('\n')}\n`, asked)));

const before = nodesOf(['10.0.0.2:6379', lines.a, self(lines.b), lines.c, lines.replica]);

test('reads addresses, roles, slots and migrating slots of CLUSTER NODES', t => {
  const [node] = parseClusterNodes(
    'aa :6379@16379 myself,master - 0 0 7 connected 0-2 9 [1->-bb] [5-<-cc]\n' +
      'ee :0@0 slave,noaddr aa 0 0 1 disconnected',
    '10.0.0.1:6379',
  );
  t.same(node, {
    id: 'aa',
    address: '10.0.0.1:6379',
    isSelf: true,
    isMaster: true,
    masterId: '-',
    epoch: 7,
    slots: [
      { from: 0, to: 2 },
      { from: 9, to: 9 },
    ],
    migrating: [{ slot: 1, toId: 'bb' }],
  });
  t.equal(slotCount(node!), 4);
  t.equal(before.get('bb')?.address, '10.0.0.2:6379');
  t.end();
});

const rows = [
  {
    title: 'finds a takeover while the old master is dead',
    after: nodesOf([
      '10.0.0.4:6379',
      lines.a.replace('master', 'master,fail').replace(' 0-5460', ''),
      lines.b,
      lines.c,
      'dd 10.0.0.4:6379@16379 myself,master - 0 1 8 connected 0-5460',
    ]),
    changes: [['10.0.0.1:6379', '10.0.0.4:6379', 5461, true]],
  },
  {
    title: 'believes the higher epoch where the old master claims its slots after its return',
    after: nodesOf(
      ['10.0.0.4:6379', lines.b, lines.c, 'dd 10.0.0.4:6379@16379 myself,master - 0 1 8 connected 0-5460'],
      ['10.0.0.1:6379', self(lines.a), lines.b, lines.c, lines.replica],
    ),
    changes: [['10.0.0.1:6379', '10.0.0.4:6379', 5461, true]],
  },
  {
    title: 'counts slots that moved between masters',
    after: nodesOf([
      '10.0.0.2:6379',
      lines.a,
      'bb 10.0.0.2:6379@16379 myself,master - 0 1 2 connected 5561-10922',
      'cc 10.0.0.3:6379@16379 master - 0 1 9 connected 5461-5560 10923-16383',
    ]),
    changes: [['10.0.0.2:6379', '10.0.0.3:6379', 100, false]],
  },
  {
    title: 'finds nothing where nothing changed',
    after: before,
    changes: [],
  },
] as const;

for (const { title, after, changes } of rows)
  test(title, t => {
    t.same(
      ownerChanges(before, after).map(({ from, to, slots, isTakeover }) => [
        from.address,
        to.address,
        slots,
        isTakeover,
      ]),
      changes,
    );
    t.end();
  });
