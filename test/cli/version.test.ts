import assert from 'node:assert/strict'
import { test } from 'node:test'
import { version } from '../../src/platform/base/version.ts'
import { runQist } from '../../testkit/command.ts'

test('tells its version, whatever the environment says', async () => {
  const { code, stdout, stderr } = await runQist('nonsense', 'nonsense', '--version')
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: `${version}\n`, stderr: '' })
})
