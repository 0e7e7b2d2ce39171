import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { listBudgets } from '../../scripts/tests/budgets.ts'
import { collectFileTimes } from '../../scripts/tests/file-times.ts'
import { groupFiles } from '../../scripts/tests/group-files.ts'

const root = join(import.meta.dirname, '../..')
const files = globSync('{src,test}/**/*.test.ts', { cwd: root })

test('every test file runs once, and a file with a larger budget starts first in its own process', () => {
  const groups = groupFiles(files)
  assert.deepEqual(groups.flat().sort(), files.sort())
  const slow = Object.keys(listBudgets())
  assert.deepEqual(groups.slice(0, slow.length).flat().sort(), slow.sort())
})

test('a larger budget has a reason and an existing file', () => {
  for (const [file, { seconds, reason }] of Object.entries(listBudgets())) {
    assert.ok(existsSync(join(root, file)), file)
    assert.ok(seconds > 120 && reason.length > 20, file)
  }
})

test('times: the slowest files are named first, and a file above its budget once more', () => {
  const times = collectFileTimes(['a.test.ts', 'b.test.ts', 'c.test.ts'])
  const note = (name: string, ms: number, nesting = 0) => times.note({ name, nesting, details: { duration_ms: ms } })
  note('a.test.ts', 1_000)
  note('b.test.ts', 121_000)
  note('c.test.ts', 2_000, 1)
  note('a test of its own', 3_000)
  assert.deepEqual(times.report().split('\n'), [
    'The slowest files:',
    ' 121.0 s  b.test.ts',
    '   1.0 s  a.test.ts',
    ' 122.0 s  all files together (usually at most 4800 s)',
    ' 121.0 s  b.test.ts took longer than its budget of 120 s',
    '',
  ])
})

test('times: on a machine that is twice as slow for all files, budgets are twice as large', () => {
  const usual = ['c.test.ts', ...Array.from({ length: 94 }, (_, index) => `${index}.test.ts`)]
  const times = collectFileTimes(['a.test.ts', 'b.test.ts', ...usual])
  const note = (name: string, seconds: number) =>
    times.note({ name, nesting: 0, details: { duration_ms: seconds * 1_000 } })
  note('a.test.ts', 241)
  note('b.test.ts', 239)
  for (const file of usual) note(file, 9_120 / usual.length)
  assert.deepEqual(times.aboveBudget(), [' 241.0 s  a.test.ts took longer than its budget of 240 s'])
})
