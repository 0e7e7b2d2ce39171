import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ClusterNode } from '../../proof/cluster-node.ts'
import { startClusterProcess } from '../../proof/cluster-process.ts'
import type { Context } from '../../proof/context.ts'
import { planFailovers } from '../../proof/failover-events.ts'
import { seeded } from '../../testkit/random.ts'

const folder = mkdtempSync(join(tmpdir(), 'failed-starts-'))
after(() => rmSync(folder, { recursive: true, force: true }))

// A rejection that is not handled by the next turn fails the test, and would end a proof early.

test("a cluster's program that cannot be started throws, and affects nothing else", async () => {
  assert.throws(() => startClusterProcess('/not/there', [], folder), /\/not\/there could not be started/)
  await nextTurn()
})

test('a switchover that Patroni refuses is reported to the caller, even if it is awaited late', async () => {
  const context: Pick<Context, 'size'> = { size: (quick) => quick }
  const events = planFailovers(context as Context, seeded(1, 'failovers'))
  const switchover = events.find(({ name }) => name === 'switchovers') ?? assert.fail('there is no switchover')
  const primary = { name: 'machine1', ask: async () => ({ status: 503, text: 'no candidates' }) }
  const { answered } = await switchover.inject(primary as unknown as ClusterNode, [])
  await nextTurn()
  await assert.rejects(answered ?? assert.fail('nobody was asked'), /did not switch over: 503 no candidates/)
})
