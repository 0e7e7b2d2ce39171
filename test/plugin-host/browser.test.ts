import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { payButton, waitForOutcome, walkToConfirm } from '../../testkit/payment-page.ts'
import { startProcess } from '../../testkit/processes.ts'
import { openShop } from '../../testkit/shop.ts'
import { openBrowser } from '../pages/browser.ts'
import { phoneSize } from '../pages/customer.ts'
import { newEmptiedFolder } from '../support/emptied-folder.ts'
import { cleanUp } from '../support/service-process.ts'

const qist = join(import.meta.dirname, '../../bin/qist.js')
const key = 'sk_test_44444444-4444-4444-8444-444444444444'

test('plugin-host: a customer pays at checkout.tabby.ai in Chromium, and the page calls no other host', async () => {
  const folder = newEmptiedFolder()
  const env = { ...process.env, ...folder.env, QIST_URL: '', DATA_DIR: join(folder.path, 'data') }
  const started = startProcess(qist, ['plugin-host', '--hosts', 'tabby.ai', '--port', '0', '--json'], { env })
  cleanUp(() => started.kill('SIGKILL'))
  const { port, url } = JSON.parse(await started.waitForLine(/^\{/))
  const browser = await openBrowser([`MAP *.tabby.ai 127.0.0.1:${port}`])
  cleanUp(() => browser.close())
  const context = await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce', ...phoneSize })
  const hosts = new Set<string>()
  context.on('request', (request) => hosts.add(new URL(request.url()).host))
  const sandbox = openShop(url, key, { merchantCode: 'AE' })
  const made = await sandbox.checkout('340.00', {}, { merchant_urls: {} })
  const page = await context.newPage()
  const { pathname, search } = new URL(made.body.configuration.available_products.installments[0].web_url)
  await page.goto(`https://checkout.tabby.ai:${port}${pathname}${search}`)
  await walkToConfirm(page)
  await payButton(page).click()
  await waitForOutcome(page, 'approved')
  const payment = await sandbox.call('GET', `/api/v2/payments/${made.body.payment.id}`)
  assert.equal(payment.body.status, 'AUTHORIZED')
  assert.deepEqual([...hosts], [`checkout.tabby.ai:${port}`])
  started.kill('SIGTERM')
  assert.equal(await started.waitForEnd(), 0)
})
