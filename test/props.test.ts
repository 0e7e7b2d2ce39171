import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const fixtures = globSync('test/fixtures/props/*.ts', { cwd: root }).toSorted()

/** The errors that a fixture expects: a comment `// TS2741: …` stands above each line that must not compile. */
function expectedErrors(file: string): string[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const code = /^\/\/ (TS\d+): /.exec(line)?.[1]
    return code === undefined ? [] : [`${file}:${index + 2} ${code}`]
  })
}

test('a wrong, missing or surplus prop does not compile, nor does an object or an uncalled component as content', () => {
  const expected = fixtures.flatMap(expectedErrors)
  assert.ok(expected.length >= 19)
  const compiler = join(root, 'node_modules/.bin/tsc')
  const { stdout } = spawnSync(compiler, ['-p', 'test/fixtures/props', '--pretty', 'false'], {
    cwd: root,
    encoding: 'utf8',
  })
  const found = [...stdout.matchAll(/^(\S+)\((\d+),\d+\): error (TS\d+)/gm)].map(
    ([, file, line, code]) => `${file}:${line} ${code}`,
  )
  assert.deepEqual(found.toSorted(), expected.toSorted(), stdout)
})

test('no template uses a component as an element: each is called', () => {
  const sources = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const elements = sources.filter((file) => /<\/?\$\{/.test(readFileSync(join(root, file), 'utf8')))
  assert.deepEqual(elements, [])
})
