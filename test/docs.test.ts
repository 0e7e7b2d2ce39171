import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root, writeAll } from '../scripts/docs/all.ts'

for (const [path, text] of await writeAll()) {
  test(`${path} says what the code says`, () => {
    const committed = readFileSync(join(root, path), 'utf8')
    assert.ok(committed === text, `${path} has drifted from the code: run \`npm run docs\` and commit what it wrote`)
  })
}
