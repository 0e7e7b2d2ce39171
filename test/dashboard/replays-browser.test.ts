import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { replayLimits } from '../../src/platform/webhooks/replays/replay.ts'
import { signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { openBrowser } from '../pages/browser.ts'
import { addAxe, axeFindings } from '../pages/view-checks.ts'
import { type NotifyingService, openNotifyingService } from '../support/notified-shop.ts'

let notifying: NotifyingService
let shop: Shop
let url: string
let browser: Browser
before(async () => {
  notifying = await openNotifyingService({ workers: true, runs: true, env: { WEBHOOK_RETRY_SECONDS: '1' } })
  url = notifying.service.urls.uae
  shop = openShop(url, demoKey(1))
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
  await notifying.close()
})

const words = {
  en: { missing: 'has not arrived', count: /Their number: 3\./, done: 'Everything has arrived', paused: 'Paused' },
  ar: { missing: 'أقدم حدث لم يصل', count: /عددها: (3|٣)\./, done: 'وصل كل شيء', paused: 'متوقف مؤقتاً' },
} as const

/** A webhook at which the notifications of one captured payment were given up. Returns its page. */
async function missEvents(name: string): Promise<string> {
  const { receiver, untilSome } = notifying
  receiver.answer = (_request, response) => void response.writeHead(503).end('We are moving')
  const { id } = succeed(await shop.call('POST', '/api/v1/webhooks', { url: `https://shop.test/${name}` })).body
  const { payment } = succeed(await shop.checkout('340.00', { order: { reference_id: `Order ${name}` } })).body
  succeed(await shop.call('POST', `/sandbox/payments/${payment.id}/authorize`))
  succeed(await shop.call('POST', `/api/v2/payments/${payment.id}/captures`, { amount: '340.00', reference_id: 'all' }))
  await untilSome(
    `select 1 from deliveries where webhook_id = '${id}' group by webhook_id having count(*) filter (where state = 'failed') = 3`,
  )
  return `${url}/dashboard/test/webhooks/${id}`
}

async function openPage(lang: keyof typeof words, options: BrowserContextOptions): Promise<Page> {
  const visitor = await signInAt(url, 'developer@demo.test')
  await visitor.get('/dashboard/me')
  await visitor.send('/dashboard/lang', { lang })
  const context = await browser.newContext({ ...options, viewport: { width: 390, height: 844 } })
  if (options.javaScriptEnabled) await addAxe(context)
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url })))
  return context.newPage()
}

for (const [lang, javaScriptEnabled] of [
  ['en', true],
  ['en', false],
  ['ar', true],
  ['ar', false],
] as const) {
  const script = javaScriptEnabled ? 'with' : 'without'
  test(`replay: what was missed is sent again and its progress is shown, in ${lang} ${script} JavaScript`, async () => {
    const texts = words[lang]
    const name = `${lang}-${script}`
    const address = await missEvents(name)
    const page = await openPage(lang, { javaScriptEnabled })
    await page.goto(address)
    await page.getByText(texts.missing).first().waitFor()
    assert.match(await page.locator('.row-link').first().innerText(), new RegExp(`Order ${name}`))
    await page.locator('form[action$="/replays"] button').click()
    assert.match(await page.locator('.ask-sentence').innerText(), texts.count)
    // The address still fails: the first one pauses the rest.
    await page.locator('.ask button').click()
    await page.locator('.panel', { hasText: texts.paused }).waitFor({ timeout: 20_000 })
    if (javaScriptEnabled) assert.deepEqual(await axeFindings(page, 'paused', 'light'), [])
    notifying.receiver.answer = (_request, response) => void response.end('ok')
    notifying.service.clock.advance(2 * replayLimits.probeMs)
    // With a script the part reloads itself; without one the page does.
    await page.locator('#replay', { hasText: texts.done }).waitFor({ timeout: 60_000 })
    if (javaScriptEnabled) assert.deepEqual(await axeFindings(page, 'done', 'light'), [])
    const again = notifying.receiver.received.filter(({ path }) => path === `/${name}`).slice(-3)
    assert.deepEqual(
      again.map(({ headers }) => headers['webhook-sequence']),
      ['1', '2', '3'],
    )
    await page.goto(`${address}?status=failing`)
    assert.equal(await page.locator('.row-link').count(), 0)
    await page.locator('#filter-q').fill(`  Order ${name} `)
    await page.locator('#filter-status').selectOption('delivered')
    await page.locator('.filters button').click()
    assert.equal(await page.locator('.row-link').count(), 3)
    await page.context().close()
  })
}
