import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { variables } from '../src/platform/app/config.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs', 'threats.md'), 'utf8')
const proofs = readFileSync(join(root, 'proof', 'proofs.ts'), 'utf8')

test('every path in docs/threats.md exists', () => {
  const files = [...page.matchAll(/`((?:test|src)\/[^`]+)`/g)].map(([, file]) => file ?? '')
  assert.ok(files.length > 10)
  for (const file of files) assert.ok(globSync(file, { cwd: root }).length > 0, `${file} is not there`)
  const ids = new Set(page.match(/\bP\d+\b/g))
  assert.ok(ids.size > 10)
  for (const id of ids) assert.ok(proofs.includes(`id: '${id}'`), `there is no ${id}`)
  const decisions = readdirSync(join(root, 'docs', 'decisions')).map((name) => name.slice(0, 4))
  for (const number of page.match(/\b00\d\d\b/g) ?? []) assert.ok(decisions.includes(number), `there is no ${number}`)
  const names = new Set(variables.map(({ name }) => name))
  for (const name of page.match(/`[A-Z]+(_[A-Z]+)+`/g) ?? []) assert.ok(names.has(name.slice(1, -1)), `no ${name}`)
})
