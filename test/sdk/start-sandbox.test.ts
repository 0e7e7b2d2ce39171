import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Sandbox, startSandbox } from '../../sdk/src/sandbox.ts'
import { newEmptiedFolder } from '../support/emptied-folder.ts'

test('a sandbox that is started serves its own merchant, and nothing of it is left when it is closed', async () => {
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

test('a sandbox that does not come up is told, and ended', async () => {
  const node = (script: string) => [process.execPath, '--eval', script] as const
  await assert.rejects(startSandbox({ command: node('process.exit(3)') }), /ended before it served/)
  await assert.rejects(startSandbox({ command: ['no-such-program'] }), /ENOENT/)
  const silent = node('setInterval(() => {}, 1000)')
  await assert.rejects(startSandbox({ command: silent, timeoutMs: 300 }), /did not start in 300 ms/)
})
