import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { succeed } from '../../testkit/client.ts'
import { startProcess } from '../../testkit/processes.ts'
import { openTestApi } from '../support/api.ts'
import { cleanUp } from '../support/service-process.ts'

const qist = join(import.meta.dirname, '../../bin/qist.js')

test('--merchant-code chooses the store and a buyer of its country; an unknown code is refused', async (context) => {
  const api = await openTestApi({ workers: true })
  context.after(() => api.close())
  const stores = ['AE', 'KW'].map((country) => ({ merchant_code: country.toLowerCase(), country }))
  const body = { name: 'Shop', region: 'uae', stores }
  const { keys } = succeed(await api.open('').call('POST', '/sandbox/merchants', body)).body
  const certify = (code: string) => {
    const env = { ...process.env, QIST_URL: api.shop.baseUrl, QIST_SECRET_KEY: keys.test.secret }
    const given = ['--merchant-code', code, '--order-command', 'echo order $QIST_MERCHANT_CODE $QIST_BUYER_PHONE']
    const started = startProcess(qist, ['certify', '--idle', 'PT0.4S', '--scenario', 'plain', ...given], { env })
    cleanUp(() => started.kill('SIGKILL'))
    return started
  }
  const running = certify('KW')
  assert.match(await running.waitForLine(/^order /), /^order kw \+965\d{8}$/)
  assert.equal(await running.waitForEnd(), 1)
  const unknown = certify('SA')
  assert.equal(await unknown.waitForEnd(), 2)
  assert.deepEqual(unknown.lines, ['qist: the merchant has no store SA, only ae, kw'])
})
