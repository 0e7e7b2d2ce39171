import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

/**
 * The imports of each file of `src` by path, at run time and by type. An `import()` within a function is left out: it
 * runs later.
 */
function readImports(): Map<string, readonly string[]> {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  return new Map(
    files.map((file) => {
      const source = readFileSync(join(root, file), 'utf8')
      const paths = [...source.matchAll(/^(?:import|export)\b[^;'"`]*?from '(\.[^']+)'/gm)].map(([, path = '']) => path)
      return [file, paths.map((path) => join(dirname(file), path))]
    }),
  )
}

/** Returns the shortest way from a file back to itself, or undefined. */
function findCircle(start: string, imports: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const ways: string[][] = [[start]]
  const visited = new Set<string>()
  for (const way of ways) {
    for (const next of imports.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return [...way, start]
      if (visited.has(next)) continue
      visited.add(next)
      ways.push([...way, next])
    }
  }
  return undefined
}

test('imports: no file imports itself through others, not even a type', () => {
  const imports = readImports()
  assert.ok(imports.size > 500, `${imports.size}`)
  const circles = [...imports.keys()].map((file) => findCircle(file, imports)).filter((circle) => circle !== undefined)
  assert.deepEqual(
    circles.map((circle) => circle.join(' → ')),
    [],
  )
})

test('imports: a circle of three files is found', () => {
  const imports = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []],
  ])
  assert.deepEqual(findCircle('a', imports), ['a', 'b', 'c', 'a'])
  assert.equal(findCircle('d', imports), undefined)
})
