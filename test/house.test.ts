import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

// From the entries down; a file of src/ itself is a room of its own. A room may import from the rooms below it and from itself, and
// not from those in its row: pages are made of `ui`, never of each other.
const rooms = [
  ['serve.ts', 'cli.ts'],
  ['processes', 'cli'],
  ['server.ts', 'workers.ts'],
  ['due-works.ts', 'rounds.ts'],
  ['payment-page', 'api-docs'],
  ['sandbox'],
  ['checkout'],
  ['disputes'],
  ['payments'],
  ['plans'],
  ['risk'],
  ['ledger'],
  ['webhooks'],
  ['due'],
  ['merchants'],
  ['ui'],
  ['http'],
  ['app'],
  ['adapters'],
  ['db'],
  ['base'],
]

function roomOf(file: string): string {
  const [room = ''] = relative(join(root, 'src'), file).split('/')
  return room
}

function level(room: string): number {
  const found = rooms.findIndex((names) => names.includes(room))
  assert.notEqual(found, -1, `${room} is no room of this house`)
  return found
}

function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  // Whatever is named by a relative path: a style or script belongs to its room as its code does.
  return [...source.matchAll(/'(\.{1,2}\/[^']+)'/g)].map(([, path = '']) => join(dirname(file), path))
}

const sources = globSync('src/**/*.ts', { cwd: root })
  .map((file) => join(root, file))
  .filter((file) => !file.endsWith('.test.ts'))

test('a room imports only from rooms below it', () => {
  assert.ok(sources.length > 50)
  for (const file of sources) {
    for (const imported of importsOf(file)) {
      const [from, to] = [roomOf(file), roomOf(imported)]
      const message = `${relative(root, file)} imports ${relative(root, imported)}`
      assert.ok(from === to || level(to) > level(from), message)
    }
  }
})

test("no room imports another room's store", () => {
  for (const file of sources) {
    for (const imported of importsOf(file)) {
      const isStore = /\/store(\.ts|\/)/.test(relative(root, imported))
      const message = `${relative(root, file)} imports ${relative(root, imported)}`
      assert.ok(!isStore || roomOf(imported) === roomOf(file), message)
    }
  }
})
