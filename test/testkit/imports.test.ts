import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..', '..')

/** The folders from which each of these may import, besides itself. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  testkit: ['src'],
  proof: ['src', 'testkit'],
  bench: ['src', 'testkit'],
  // Packed separately.
  'sdk/src': [],
}

for (const [folder, others] of Object.entries(allowed)) {
  test(`${folder} imports only from ${['itself', ...others].join(' and ')}`, () => {
    const files = globSync(`${folder}/**/*.ts`, { cwd: root })
    assert.ok(files.length > 0)
    for (const file of files) {
      const source = readFileSync(join(root, file), 'utf8')
      for (const [, path = ''] of source.matchAll(/from '([^']+)'/g)) {
        if (!path.startsWith('.')) {
          assert.notEqual(folder, 'sdk/src', `${file} imports ${path}`)
          continue
        }
        const imported = relative(root, join(root, dirname(file), path))
        assert.ok(
          [folder, ...others].some((one) => imported.startsWith(`${one}/`)),
          `${file} imports ${imported}`,
        )
      }
    }
  })
}
