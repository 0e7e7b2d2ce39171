import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { findPostmaster } from '../../testkit/process-table.ts'
import { retry, within } from '../../testkit/timeouts.ts'
import { openCommandsAlone } from '../support/commands-alone.ts'

// Commands that are ended by a signal, on an embedded database of their own.

const commands = await openCommandsAlone()
const { dataDir, report } = commands
after(() => commands.close())

const startComparison = (): ChildProcess => commands.start(['reconcile', report, '--json'])

/** The ending signal, the output, and whether a database is left. */
async function endOf(command: ChildProcess): Promise<[NodeJS.Signals | null, string, number | undefined]> {
  const exit = once(command, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const stderr = command.stderr === null ? '' : text(command.stderr)
  const [, signal] = await within('its end', exit)
  return [signal, await stderr, findPostmaster(dataDir)]
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`a command that is ended by ${signal} leaves no database running and prints nothing`, async () => {
    const reconcile = startComparison()
    // The command is blocked in the middle of its work, because its output is not read.
    await once(reconcile.stdout ?? assert.fail(), 'readable')
    assert.notEqual(findPostmaster(dataDir), undefined)
    reconcile.kill(signal)
    assert.deepEqual(await endOf(reconcile), [signal, '', undefined])
  })
}

test('a command that is ended while its database starts leaves none running', async () => {
  const reconcile = startComparison()
  await retry('its database starts', () => findPostmaster(dataDir) !== undefined, { pauseMs: 1 })
  reconcile.kill('SIGINT')
  assert.deepEqual(await endOf(reconcile), ['SIGINT', '', undefined])
})
