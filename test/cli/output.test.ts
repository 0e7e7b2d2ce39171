import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { findPostmaster } from '../../testkit/process-table.ts'
import { within } from '../../testkit/timeouts.ts'
import { openCommandsAlone } from '../support/commands-alone.ts'

// Commands whose output is not read to the end, or cannot be written, on an embedded database of their own.

const commands = await openCommandsAlone()
const { dataDir, report, start } = commands
after(() => commands.close())
const merchant = '11111111-1111-4111-8111-111111111111'

/** The exit, and the output about it. */
async function endOf(command: ChildProcess): Promise<[number | null, string]> {
  const code = new Promise<number | null>((resolve) => command.once('exit', resolve))
  const stderr = command.stderr?.destroyed === false ? text(command.stderr) : ''
  const end: [number | null, string] = [await within('its end', code), await stderr]
  assert.equal(findPostmaster(dataDir), undefined, 'its database goes on')
  return end
}

test('a command that runs until it is interrupted ends cleanly when its reader leaves', async () => {
  const tail = start(['notifications', 'tail', '--merchant', merchant])
  tail.stdout?.destroy()
  assert.deepEqual(await endOf(tail), [0, ''])
})

test('a finished command does not fail because its output was not read', async () => {
  const list = start(['merchant', 'list'])
  list.stdout?.destroy()
  assert.deepEqual(await endOf(list), [0, ''])
})

test('a comparison whose output is cut off says so, even if no one reads it', async () => {
  for (const isHeard of [true, false]) {
    const reconcile = start(['reconcile', report, '--json'])
    if (!isHeard) reconcile.stderr?.destroy()
    reconcile.stdout?.once('data', () => reconcile.stdout?.destroy())
    assert.deepEqual(await endOf(reconcile), [2, isHeard ? 'qist: standard output: nobody reads it any more\n' : ''])
  }
})

const full = '/dev/full'
const skip = existsSync(full) ? false : 'there is no full disk here'

test('output that cannot be written is a failure, of the shortest command as well', { skip }, async () => {
  for (const args of [
    ['--version'],
    ['merchant', 'list'],
    ['processor', 'report', '--from', '2026-01-01', '--to', '2026-02-01'],
    ['notifications', 'tail', '--merchant', merchant],
  ]) {
    const output = openSync(full, 'w')
    const command = start(args, output)
    closeSync(output)
    assert.deepEqual(await endOf(command), [1, 'qist: standard output: no space is left\n'], args.join(' '))
  }
})
