import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

const script = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { holdYoungGeneration } from ${JSON.stringify(new URL('./young-generation.ts', import.meta.url).href)}
  const bytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size
  // All of it survives, like the memory of a start.
  const load = () => Array.from({ length: 500_000 }, (_, index) => ({ index }))
  const letItGrow = holdYoungGeneration()
  const first = load()
  const held = bytes()
  letItGrow()
  const second = load()
  console.log(JSON.stringify({ held, grown: bytes(), kept: first.length + second.length }))`

test('the young generation does not grow while its size is fixed, and grows again afterwards', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  const { held, grown, kept } = JSON.parse(printed)
  assert.equal(kept, 1_000_000)
  assert.ok(held <= 4 * 2 ** 20, printed)
  assert.ok(grown > 4 * held, printed)
})
