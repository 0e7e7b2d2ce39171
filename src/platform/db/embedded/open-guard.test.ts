import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type RunningProcess, startProcess } from '../../../../testkit/processes.ts'
import { retry, within } from '../../../../testkit/timeouts.ts'

const root = mkdtempSync(join(tmpdir(), 'qist-guard-'))
after(() => rmSync(root, { recursive: true, force: true }))

/** Starts a process that guards the folder and then runs `rest`. */
function startGuarded(folder: string, rest: string): RunningProcess {
  const module = pathToFileURL(join(import.meta.dirname, 'open-guard.ts'))
  const code = `import { openGuard } from '${module}'; const guard = openGuard(${JSON.stringify(folder)}); ${rest}`
  const guarded = startProcess('--input-type=module', ['--eval', code])
  after(() => guarded.kill('SIGKILL'))
  return guarded
}

test('a process that does not close its guard can end, and its folder is removed', async () => {
  const folder = mkdtempSync(join(root, 'left-'))
  const guarded = startGuarded(folder, '')
  assert.equal(await within('its end', guarded.waitForEnd()), 0, guarded.lines.join('\n'))
  await retry('the folder goes', () => !existsSync(folder))
})

test('a closed guard has ended, and leaves the folder', async () => {
  const folder = mkdtempSync(join(root, 'kept-'))
  const guarded = startGuarded(folder, `guard.add(process.pid); await guard.close(); console.log('closed')`)
  assert.equal(await guarded.waitForEnd(), 0)
  assert.deepEqual([guarded.lines, existsSync(folder)], [['closed'], true])
})
