import assert from 'node:assert/strict'
import { test } from 'node:test'
import { version } from '../../src/platform/base/version.ts'
import { runQist } from '../../testkit/command.ts'

test('--version prints the version in any environment', async () => {
  const { code, stdout, stderr } = await runQist('nonsense', 'nonsense', '--version')
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: `${version}\n`, stderr: '' })
})
