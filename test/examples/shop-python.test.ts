import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseGuide } from '../../src/pages/docs/guides/guide.ts'
import { runGuide } from '../guides/run-guide.ts'
import { root } from '../guides/sandbox.ts'
import { reasonToSkip } from '../support/interpreters.ts'

const folder = 'examples/shop-python'
const readme = parseGuide('README', readFileSync(join(root, folder, 'README.md'), 'utf8'))

test(
  'the Python shop passes all core checks and survives a crash, as in its README',
  {
    skip: reasonToSkip('python'),
  },
  () => runGuide(readme, 'python', folder),
)

test('the Python shop has one subject per file, and its README names each file', () => {
  const files = globSync('*.py', { cwd: join(root, folder) })
  assert.ok(files.length > 0)
  for (const file of files) {
    const lines = readFileSync(join(root, folder, file), 'utf8').split('\n')
    assert.ok(lines.length <= 121 && lines.every((line) => line.length <= 120), file)
    assert.ok(readme.markdown.includes(`| \`${file}\` |`), file)
  }
})
