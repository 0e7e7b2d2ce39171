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

// A rejection that nobody has heard by the next turn fails the test, and would cut a proof short.

test("that a cluster's program cannot be started is thrown, and fails nothing else", async () => {
  assert.throws(() => startClusterProcess('/not/there', [], folder), /\/not\/there could not be started/)
  await nextTurn()
})

test('that Patroni does not switch over is heard by whoever asks for the answer, as late as that may be', async () => {
  const context: Pick<Context, 'size'> = { size: (quick) => quick }
  const events = planFailovers(context as Context, seeded(1, 'failovers'))
  const switchover = events.find(({ name }) => name === 'switchovers') ?? assert.fail('there is no switchover')
  const primary = { name: 'machine1', ask: async () => ({ status: 503, text: 'no candidates' }) }
  const { answered } = await switchover.inject(primary as unknown as ClusterNode, [])
  await nextTurn()
  await assert.rejects(answered ?? assert.fail('nobody was asked'), /did not switch over: 503 no candidates/)
})
