import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { openLog } from '../../src/adapters/log.ts'
import { openDatabase } from '../../src/db/open.ts'
import { findPostmaster, findPostmasters, killAll } from '../../testkit/process-table.ts'
import { retry, within } from '../../testkit/timeouts.ts'

// Commands that are ended by a signal, beside an embedded database that nobody else has open.

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'qist-interrupted-')))
const dataDir = join(folder, 'data')
const report = join(folder, 'report.csv')
const started: ChildProcess[] = []

before(async () => {
  const { close } = await openDatabase({ databaseUrl: undefined, dataDir }, openLog('silent'))
  await close()
  // Enough of what nobody here knows for far more than a pipe holds: who compares it waits for its reader.
  const rows = Array.from({ length: 10_000 }, (_, row) => `unknown-${row},charge,1.00,AED,2026-03-02T00:00:00Z`)
  writeFileSync(report, ['id,type,amount,currency,at', ...rows, ''].join('\n'))
})
after(() => {
  for (const command of started) command.kill('SIGKILL')
  killAll(findPostmasters(folder), 'SIGQUIT')
  rmSync(folder, { recursive: true, force: true })
})

function start(...args: readonly string[]): ChildProcess {
  const command = spawn(process.execPath, ['bin/qist.js', ...args], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(command)
  return command
}

/** By what it was ended, what it has said of that, and whether it has left a database. */
async function endOf(command: ChildProcess): Promise<[NodeJS.Signals | null, string, number | undefined]> {
  const exit = once(command, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const stderr = command.stderr === null ? '' : text(command.stderr)
  const [, signal] = await within('its end', exit)
  return [signal, await stderr, findPostmaster(dataDir)]
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`a command that is ended by ${signal} leaves no database running, and says nothing of it`, async () => {
    const reconcile = start('reconcile', report, '--json')
    // It is in the middle of its work, and goes no further: nobody takes more of what it says.
    await once(reconcile.stdout ?? assert.fail(), 'readable')
    assert.notEqual(findPostmaster(dataDir), undefined)
    reconcile.kill(signal)
    assert.deepEqual(await endOf(reconcile), [signal, '', undefined])
  })
}

test('so does one that is ended while its database starts', async () => {
  const reconcile = start('reconcile', report, '--json')
  await retry('its database starts', () => findPostmaster(dataDir) !== undefined, { pauseMs: 1 })
  reconcile.kill('SIGINT')
  assert.deepEqual(await endOf(reconcile), ['SIGINT', '', undefined])
})
