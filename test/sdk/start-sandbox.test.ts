import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { Sandbox, startSandbox } from '../../sdk/src/sandbox.ts'
import { newEmptiedFolder } from '../support/emptied-folder.ts'
import { untilGone } from '../support/service-process.ts'

test('a started sandbox serves its own merchant and leaves nothing when closed', async () => {
  const folder = newEmptiedFolder()
  Object.assign(process.env, folder.env)
  const { url, ksaUrl, merchant, close } = await startSandbox()
  const sandbox = new Sandbox({ url, secretKey: merchant.keys.test.secret })
  assert.deepEqual((await sandbox.faults.list()).faults, [])
  assert.equal((await fetch(`${ksaUrl}/ready`)).status, 200)
  assert.notDeepEqual(folder.left(), [])
  await close()
  await assert.rejects(fetch(`${url}/ready`))
  await folder.untilEmpty()
})

const execute = promisify(execFile)
const node = (script: string) => [process.execPath, '--eval', script] as const

test('a sandbox that does not start is reported and ended', async () => {
  await assert.rejects(startSandbox({ command: node('process.exit(3)') }), /ended before it served/)
  await assert.rejects(startSandbox({ command: ['no-such-program'] }), /ENOENT/)
  const silent = node('setInterval(() => {}, 1000)')
  await assert.rejects(startSandbox({ command: silent, timeoutMs: 300 }), /did not start in 300 ms/)
})

/** Ignores the signal to end. */
const stubborn = "process.on('SIGTERM', () => {}); setTimeout(() => {}, 60_000);"

test('a sandbox that does not end is reported and killed, and neither it nor its children keep the tests running', async () => {
  const heir = `require('child_process').spawn(process.execPath, ['--eval', ${JSON.stringify(stubborn)}], { stdio: [0, 1, 'ignore'] })`
  const sandbox = `${stubborn} console.log(JSON.stringify({ merchant: [process.pid, ${heir}.pid] }))`
  const tests = `
    import { startSandbox } from ${JSON.stringify(import.meta.resolve('../../sdk/src/sandbox.ts'))}
    const { merchant, close } = await startSandbox({ command: ${JSON.stringify(node(sandbox))} })
    const wait = setTimeout
    globalThis.setTimeout = (work) => wait(work, 1)
    await close().catch((error) => console.log(JSON.stringify([error.message, ...merchant])))`
  const run = await execute(process.execPath, ['--input-type=module', '--eval', tests], { timeout: 30_000 })
  const [message, pid, other] = JSON.parse(run.stdout)
  process.kill(other, 'SIGKILL')
  assert.equal(message, 'the sandbox has not ended')
  await untilGone([pid])
})

test('a sandbox that neither starts nor ends: the error has the reason of the failed start', async (t) => {
  const wait = setTimeout
  t.mock.method(globalThis, 'setTimeout', (work: () => void) => wait(work, 1))
  const command = node(`${stubborn} console.log('out of memory')`)
  await assert.rejects(startSandbox({ command }), /out of memory/)
})
