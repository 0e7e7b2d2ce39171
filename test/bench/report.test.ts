import assert from 'node:assert/strict'
import { test } from 'node:test'
import { percentile, tailPercentile } from '../../bench/measure.ts'
import { formatTables, replaceSection } from '../../bench/report.ts'
import { inTurns, shareOf } from '../../bench/rounds.ts'

test('a section is replaced in full, and its surroundings stay', () => {
  const text = '# All\n\nwords\n\n## Latest figures\n\nold\n\n### part\n\nold\n\n## After\n\nkept\n'
  assert.equal(
    replaceSection(text, 'Latest figures', 'new'),
    '# All\n\nwords\n\n## Latest figures\n\nnew\n\n## After\n\nkept\n',
  )
})

test('a missing section is added at the end', () => {
  assert.equal(replaceSection('# All\n', 'A large store', 'new'), '# All\n\n## A large store\n\nnew\n')
  const other = '# All\n\n## A large store of others\n\nkept\n'
  assert.equal(replaceSection(other, 'A large store', 'new'), `${other}\n## A large store\n\nnew\n`)
})

test('phases alternate after all are warm, and a share compares figures of the same turn', async () => {
  const lines: string[] = []
  const phase = (name: string, rates: number[]) => ({
    name,
    clients: 1,
    warmUp: async () => void lines.push(`warm ${name}`),
    run: async () => {
      lines.push(name)
      const perSecond = rates.shift() ?? 0
      return { perSecond, latencies: Array.from({ length: 1_000 }, (_, n) => (n < 500 ? 2 : perSecond)) }
    },
  })
  const { one, limit } = await inTurns({ one: phase('one', [50, 10, 30]), limit: phase('limit', [100, 40, 40]) })
  assert.deepEqual(lines, ['warm one', 'warm limit', 'one', 'limit', 'one', 'limit', 'one', 'limit'])
  assert.deepEqual([one.perSecond, one.p50, one.p99], [30, 2, 30])
  assert.equal(shareOf(one, limit), 50)
})

test('a percentile is reported only if ten calls of a round are above it', () => {
  const latencies = Array.from({ length: 1_000 }, (_, n) => n + 1)
  assert.deepEqual([tailPercentile(latencies, 99), percentile(latencies, 99)], [990, 990])
  assert.equal(tailPercentile(latencies.slice(1), 99), Number.NaN)
  assert.equal(tailPercentile(latencies, 99.9), Number.NaN)
  assert.equal(tailPercentile([...latencies, ...Array(9_000).fill(0)], 99.9), 990)
})

test('a percentile of too few calls is empty, neither reached nor missed', () => {
  const figures = [
    { name: 'p99', unit: 'ms', value: Number.NaN, goal: { atMost: 6 }, limit: { name: 'bare', value: Number.NaN } },
    { name: 'p50', unit: 'ms', value: 7, goal: { atMost: 6 }, limit: { name: 'bare', value: 1 } },
  ]
  const load = { name: 'reads', clients: 1, perSecond: 10, p50: 1, p99: Number.NaN, p999: Number.NaN, rounds: [10] }
  const text = formatTables({ figures, loads: [load], remarks: [] })
  assert.ok(text.includes('| p99 |  |  | ≤ 6 |  |'), text)
  assert.ok(text.includes('| p50 | 7.00 ms | 1.00 (bare) | ≤ 6 | no |'), text)
  assert.ok(text.includes('| reads | 1 | 10.00 | 1.00 |  |  |'), text)
})
