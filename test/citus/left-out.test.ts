import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { leftOutOnCitus } from '../../scripts/left-out-on-citus.ts'

test('every test that is left out on a cluster exists and has a reason', () => {
  for (const { test: name, file, reason } of leftOutOnCitus) {
    const text = readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8')
    assert.ok(text.includes(`test('${name}'`), `${file} has no test '${name}'`)
    assert.match(reason, /\w{3}/)
  }
})
