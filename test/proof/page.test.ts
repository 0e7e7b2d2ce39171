import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatResults } from '../../proof/page.ts'
import { proofs } from '../../proof/proofs.ts'
import type { Occasion, Result } from '../../proof/results.ts'

const occasion: Occasion = { at: '2026-03-01 10:00', seed: 7, commit: '`abc`', machine: 'a machine' }

function done(id: string, found = '', more: Partial<Occasion & Result> = {}): Occasion & Result {
  const linear = { payments: 3, calls: 40, found: '' }
  return { ...occasion, id, counts: { rounds: 1_000, longest: '5 ms' }, seconds: 12, found, linear, ...more }
}

function rowOf(id: string, page: string): string {
  return page.split('\n').find((line) => line.startsWith(`| ${id} |`)) ?? ''
}

test('every check of the full form has its line, and checks that did not run say so', () => {
  const page = formatResults({ full: { P1: done('P1') } })
  for (const { id } of proofs) assert.notEqual(rowOf(id, page), '', id)
  assert.match(rowOf('P1', page), /1,000 rounds, longest 5 ms \| 12 \| holds \| 2026-03-01 10:00, 7, `abc` \|$/)
  assert.match(rowOf('P5', page), /not done in full yet/)
})

test('the histories of the checks are summed, and violations are listed', () => {
  const linear = { payments: 2, calls: 5, found: 'no order of its calls' }
  const page = formatResults({ full: { P1: done('P1'), P3: done('P3', 'no order of its calls', { linear }) } })
  assert.match(rowOf('P8', page), /5 payments, 45 calls, recorded in P1, P3 \| 0 \| \*\*fails\*\*: no order/)
  assert.match(rowOf('P3', page), /\*\*fails\*\*: no order of its calls/)
  assert.match(rowOf('P1', page), /holds/)
})

test('checks that ran on several machines name them', () => {
  const page = formatResults({ full: { P1: done('P1'), P2: done('P2', '', { machine: 'another' }) } })
  assert.match(page, /^P1: a machine\.$/m)
  assert.match(page, /^P2: another\.$/m)
})

test('a quick run with a failure does not claim that everything passed', () => {
  const quick = { ...occasion, results: [done('P4'), done('P5', 'twice')] }
  assert.match(formatResults({ full: {}, quick }), /P5 failed\./)
  assert.doesNotMatch(formatResults({ full: {}, quick }), /Everything held/)
  assert.match(formatResults({ full: {}, quick: { ...quick, results: [done('P4')] } }), /Everything held/)
})

test('a skipped check gives its reason, and claims neither its pass nor a complete run', () => {
  const leftOut = 'not installed here: patroni'
  const quick = { ...occasion, results: [done('P4'), { ...done('P14'), counts: {}, leftOut }] }
  const page = formatResults({ full: {}, quick })
  assert.match(page, /^Everything that was done held; left out: P14\.$/m)
  assert.match(
    page.split('## Quick form')[1] ?? '',
    /^\| P14 \| .* \| \| \| left out: not installed here: patroni \|$/m,
  )
})
