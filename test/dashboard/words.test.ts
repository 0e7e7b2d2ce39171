import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const dashboard = join(import.meta.dirname, '../../src/pages/dashboard')

test('no two parts of the dashboard use the same name for a text', async () => {
  const owners = new Map<string, string>()
  for (const file of globSync(['*/words/en.ts', 'words/shared.ts'], { cwd: dashboard })) {
    const module = (await import(join(dashboard, file))) as Record<string, object>
    for (const [name, words] of Object.entries(module)) {
      if (!name.endsWith('En')) continue
      for (const word of Object.keys(words)) {
        assert.equal(owners.get(word), undefined, `${word} of ${file} is said elsewhere`)
        owners.set(word, file)
      }
    }
  }
  assert.ok(owners.size > 100)
})
