import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { glanceAt, glances } from '../../bench/glance.ts'

const text = readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8')
const sectionOf = (title: string): string => text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''

test('each figure at a glance is one of the latest figures, with the same values', () => {
  const [latest, glance] = [sectionOf('Latest figures'), sectionOf('At a glance')]
  for (const { asks, figure } of glances) {
    const row = latest.split('\n').find((line) => line.startsWith(`| ${figure} |`)) ?? assert.fail(figure)
    assert.ok(glance.includes(row.replace(figure, asks)), `${asks}: ${row}`)
  }
})

test('a figure that was not measured is an error', () => {
  assert.throws(() => glanceAt([]), /capture p50, 1 client was not measured/)
})
