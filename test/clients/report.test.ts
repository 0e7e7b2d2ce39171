import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { actions, type ClientRun, type Finding } from '../../clients/client.ts'
import { formatReport } from '../../clients/report.ts'

// The page of `npm run clients` (docs/contract/running.md#published-clients). The command itself needs a shop.

const root = join(import.meta.dirname, '../..')

function runOf(name: string, findings: readonly Finding[]): ClientRun {
  const client = { name, version: '1.2', address: 'example.com/plug-in', checksum: 'ab12' }
  return { client, surroundings: 'WordPress 7', findings }
}

test('report: a row for each action that a client has, a column for each client, a note for each problem', () => {
  const runs = [
    runOf('One', [
      { action: 'pay', verdict: 'works' },
      { action: 'capture', verdict: 'fault', note: 'Seen: money | lost' },
    ]),
    runOf('Two', [{ action: 'pay', verdict: 'lenient' }]),
  ]
  const page = formatReport({ runs, missing: [{ name: 'Three', reason: 'no PHP' }] }, '2026-03-01')
  const row = (action: keyof typeof actions, ...cells: string[]) => `| ${[actions[action], ...cells].join(' | ')} |`
  assert.ok(page.includes(`|  | One 1.2 | Two 1.2 |`), page)
  assert.ok(page.includes(row('pay', 'works', 'works on a lenient store')), page)
  assert.ok(page.includes(row('capture', "the client's own fault", '–')), page)
  assert.ok(!page.includes(actions.refund))
  assert.ok(page.includes(`- **${actions.capture}.** Seen: money | lost`))
  assert.ok(page.includes('- **Three**: no PHP.'))
})

test('docs/clients.md is a page of the command: its rows are actions, and it has no open defect of ours', () => {
  const page = readFileSync(join(root, 'docs/clients.md'), 'utf8')
  const [, table = ''] = /\n(\| {2}\|[\s\S]*?)\n\n/.exec(page) ?? []
  const titles = table
    .split('\n')
    .slice(2)
    .map((line) => line.split(' | ')[0]?.replace('| ', '') ?? '')
  assert.ok(titles.length > 10, table)
  const known: readonly string[] = Object.values(actions)
  assert.deepEqual(
    titles.filter((title) => !known.includes(title)),
    [],
  )
  assert.ok(!table.includes('ours'), table)
})

test('the command refuses an unknown option and says how it is used', () => {
  const ended = spawnSync(process.execPath, [join(root, 'clients/main.ts'), '--wordpres', 'x'], { encoding: 'utf8' })
  assert.equal(ended.status, 2)
  assert.match(ended.stderr, /wordpres[\s\S]*npm run clients -- /)
})
