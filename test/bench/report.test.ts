import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replaceSection } from '../../bench/report.ts'
import { inTurns, shareOf } from '../../bench/rounds.ts'

test('a section is replaced whole, and what stands around it stays', () => {
  const text = '# All\n\nwords\n\n## Latest figures\n\nold\n\n### part\n\nold\n\n## After\n\nkept\n'
  assert.equal(
    replaceSection(text, 'Latest figures', 'new'),
    '# All\n\nwords\n\n## Latest figures\n\nnew\n\n## After\n\nkept\n',
  )
})

test('a section that is not there is added at the end', () => {
  assert.equal(replaceSection('# All\n', 'A large store', 'new'), '# All\n\n## A large store\n\nnew\n')
  const other = '# All\n\n## A large store of others\n\nkept\n'
  assert.equal(replaceSection(other, 'A large store', 'new'), `${other}\n## A large store\n\nnew\n`)
})

test('phases take turns after all are warm, and a share compares what was measured in the same turn', async () => {
  const said: string[] = []
  const phase = (name: string, rates: number[]) => ({
    name,
    clients: 1,
    warmUp: async () => void said.push(`warm ${name}`),
    run: async () => {
      said.push(name)
      const perSecond = rates.shift() ?? 0
      return { perSecond, latencies: [1, 2, perSecond] }
    },
  })
  const { one, limit } = await inTurns({ one: phase('one', [50, 10, 30]), limit: phase('limit', [100, 40, 40]) })
  assert.deepEqual(said, ['warm one', 'warm limit', 'one', 'limit', 'one', 'limit', 'one', 'limit'])
  assert.deepEqual([one.perSecond, one.p50, one.p99], [30, 2, 30])
  assert.equal(shareOf(one, limit), 50)
})
