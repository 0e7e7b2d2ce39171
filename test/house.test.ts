import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

// From the entries down. A room may import from the rooms below it and from itself.
const rooms = [
  ['entries', 'cli', 'payment-page', 'processes', 'api-docs', 'sandbox'],
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
  const [first = '', ...rest] = relative(join(root, 'src'), file).split('/')
  return rest.length === 0 ? 'entries' : first
}

function level(room: string): number {
  const found = rooms.findIndex((names) => names.includes(room))
  assert.notEqual(found, -1, `${room} is no room of this house`)
  return found
}

function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  return [...source.matchAll(/from '(\.[^']+)'|import\('(\.[^']+)'\)/g)].map((match) =>
    join(dirname(file), match[1] ?? match[2] ?? ''),
  )
}

const sources = globSync('src/**/*.ts', { cwd: root })
  .map((file) => join(root, file))
  .filter((file) => !file.endsWith('.test.ts'))

test('a room imports only from rooms below it', () => {
  assert.ok(sources.length > 50)
  for (const file of sources) {
    for (const imported of importsOf(file)) {
      const message = `${relative(root, file)} imports ${relative(root, imported)}`
      assert.ok(level(roomOf(imported)) >= level(roomOf(file)), message)
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
