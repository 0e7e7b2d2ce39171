import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { daysLater, localDateOf } from '../../src/money/plans/local-time.ts'
import { wordsFor } from '../../src/pages/dashboard/words/words.ts'
import { parseAmount } from '../../src/platform/base/money.ts'
import { day } from '../../src/platform/base/times.ts'
import { succeed } from '../../testkit/client.ts'
import { openTestApi } from '../support/api.ts'
import { homeOf, newOwnMerchant, numbersOf, type OwnMerchant, plain } from './own-merchant.ts'

const api = await openTestApi()
after(() => api.close())
const words = wordsFor('en', 'AE')

let own: OwnMerchant
/** The API's data of every authorized payment, newest first. */
let payments: {
  id: string
  amount: string
  currency: string
  status: string
  created_at: string
  refunds: { amount: string }[]
  captures: { amount: string }[]
}[] = []
const amounts = ['120.00', '340.50', '75.25']

before(async () => {
  own = await newOwnMerchant(api)
  // A generated month: no payments on every third day, and growing numbers on the others.
  for (let past = 0; past < 30; past += 1) {
    for (let made = 0; past % 3 !== 1 && made <= past / 10; made += 1) {
      const amount = amounts[(past + made) % 3]
      const id = made === 2 ? await own.test.createdPayment(amount) : await own.test.authorizedPayment(amount)
      if (made === 0)
        succeed(await own.test.call('POST', `/api/v2/payments/${id}/captures`, { amount, reference_id: 'all' }))
      if (made === 0 && past % 9 === 0)
        succeed(
          await own.test.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '10.00', reference_id: 'some' }),
        )
    }
    if (past === 10) await own.kuwait.authorizedPayment('12.345')
    if (past < 29) succeed(await own.test.call('POST', '/sandbox/clock', { advance: 'P1D' }))
  }
  for (let offset = 0; ; offset += 20) {
    const { body } = succeed(await own.test.call('GET', `/api/v2/payments?limit=20&offset=${offset}`))
    payments = [...payments, ...body.payments]
    if (payments.length >= body.pagination.total_count) break
  }
})

const minor = (amount: string): bigint => {
  const parsed = parseAmount(amount, 'AED')
  return typeof parsed === 'bigint' ? parsed : assert.fail(amount)
}
const sum = (of: readonly { readonly amount: string }[]): bigint =>
  of.reduce((total, { amount }) => total + minor(amount), 0n)
/** An amount with plain spaces, as `plain` returns texts. */
const money = (amountMinor: bigint): string => words.money(amountMinor, 'AED').replaceAll(/\s/g, ' ')
const inDirhams = () => payments.filter(({ currency }) => currency === 'AED')

test("the plot has the API's numbers for every day", async () => {
  const rows = numbersOf(await homeOf(own.admin), 'volume')
  const now = Date.parse(succeed(await own.test.call('GET', '/sandbox/clock')).body.now)
  const today = localDateOf(now, 'AED')
  const expected = Array.from({ length: 30 }, (_, index) => {
    const date = daysLater(today, index - 29)
    const there = inDirhams().filter(({ created_at }) => localDateOf(Date.parse(created_at), 'AED') === date)
    return [words.shortDate(date), words.bareMoney(sum(there), 'AED'), words.number(there.length)]
  })
  assert.deepEqual(rows, expected)
  assert.ok(rows.filter(([, amount]) => amount === '0.00').length >= 8)
})

test('sum, count and average of the period, compared with the period before', async () => {
  const text = plain(await homeOf(own.admin))
  const total = sum(inDirhams())
  assert.ok(text.includes(money(total)))
  assert.ok(text.includes(money(total / BigInt(inDirhams().length))))
  assert.match(text, /There was nothing in the period before/)
  const week = plain(await homeOf(own.admin, '?period=7d'))
  assert.match(week, /[\d.]+% (more|less) than in the period before \(AED/)
})

test('two currencies are never added: each has its own plots at its own address', async () => {
  const dirhams = await homeOf(own.admin)
  assert.match(dirhams, /href="\/dashboard\/test\?period=30d&amp;currency=KWD"/)
  const dinars = await homeOf(own.admin, '?currency=KWD')
  assert.match(plain(dinars), /KWD 12\.345/)
  assert.equal(numbersOf(dinars, 'volume').filter(([, , count]) => count === '1').length, 1)
  assert.doesNotMatch(plain(dirhams.split('<figure').slice(1).join('')), /12\.345/)
  assert.match(dinars, /currency=KWD[^>]*>7 days|period=7d&amp;currency=KWD/)
})

test('shares and funnel equal the counts of the API', async () => {
  const text = await homeOf(own.admin)
  const captured = sum(inDirhams().flatMap(({ captures }) => captures))
  const refunded = sum(inDirhams().flatMap(({ refunds }) => refunds))
  const [first, second] = numbersOf(text, 'shares')
  assert.deepEqual([first?.[1], second?.[1]], [words.money(captured, 'AED'), words.money(refunded, 'AED')])
  const approved = numbersOf(text, 'funnel').at(-1)
  assert.equal(approved?.[1], words.number(inDirhams().length))
  const steps = numbersOf(text, 'funnel').map(([, count]) => Number(count))
  assert.deepEqual(
    steps,
    steps.toSorted((one, other) => other - one),
  )
  const [opened] = numbersOf(text, 'funnel')
  assert.ok(Number(opened?.[1]) > inDirhams().length)
  assert.doesNotMatch(plain(text), /Share disputed/)
})

test('payments to capture are counted and summed as the API lists them, with the first automatic capture', async () => {
  const waiting = payments.filter(({ status }) => status === 'AUTHORIZED')
  const left = sum(waiting.filter(({ currency }) => currency === 'AED'))
  const text = await homeOf(own.admin)
  const [, tasks = ''] = /<ul class="tasks">([\s\S]*?)<\/ul>/.exec(text) ?? []
  assert.match(tasks, /href="\/dashboard\/test\/payments\?status=authorized"/)
  assert.ok(plain(tasks).includes(money(left)), plain(tasks))
  assert.match(tasks, new RegExp(`task-count number">${waiting.length}<`))
  const first = waiting.map(({ created_at }) => Date.parse(created_at)).sort((a, b) => a - b)[0] ?? 0
  assert.match(plain(tasks), new RegExp(`by itself on ${words.moment(first + 21 * day, 'Asia/Dubai')}`))
  const list = (await own.admin.get('/dashboard/test/payments?status=authorized')).text
  assert.ok(plain(list).includes(` ${waiting.length} uncaptured payments.`), plain(list))
})

test('any period within a year can be chosen; an invalid one is an error at its field', async () => {
  assert.equal(numbersOf(await homeOf(own.admin, '?period=90d'), 'volume').length, 90)
  assert.equal(numbersOf(await homeOf(own.admin, '?from=2026-01-05&to=2026-01-05'), 'volume').length, 1)
  const wrong = await own.admin.get('/dashboard/test?from=2026-02-30')
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /id="filter-from-error"/)
  const hostile = await own.admin.get(
    `/dashboard/test?from=${encodeURIComponent('"><script>1</script>')}&to=x&currency=EUR`,
  )
  assert.equal(hostile.status, 422)
  assert.doesNotMatch(hostile.text, /<script>1/)
})

test('a page with a year of days stays within the size limit, in either language', async () => {
  for (const lang of ['ar', 'en'] as const) {
    await own.admin.get('/dashboard/me')
    await own.admin.send('/dashboard/lang', { lang })
    const text = await homeOf(own.admin, '?period=year')
    assert.match(text, new RegExp(`<html lang="${lang}"`))
    assert.equal(numbersOf(text, 'volume').length, 365)
    assert.ok(Buffer.byteLength(text) < 50_000, String(Buffer.byteLength(text)))
    if (lang === 'ar') assert.match(text, /class="plot-name" x="100%"/)
  }
})
