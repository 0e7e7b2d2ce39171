import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import MiniSearch from 'minisearch'
import { readGuides } from '../guides/contents.ts'
import { entriesOf } from './entries.ts'
import { openFinder } from './finder.js'

/** What people type, and the sections below `/docs/` of which one must be among the first three. */
const questions: readonly (readonly [query: string, ...sections: string[]])[] = [
  ['double charge', 'get-your-certificate#m2', 'capture#one-key-for-one-intention'],
  ['paid twice', 'get-your-certificate#m2', 'capture#one-key-for-one-intention'],
  ['duplicate order', 'get-your-certificate#m2', 'get-your-certificate#w3'],
  ['idempotency', 'capture#one-key-for-one-intention'],
  ['webhook not arriving', 'receive-webhooks#what-goes-wrong'],
  ['localhost', 'receive-webhooks#register-it'],
  ['invalid webhook url', 'errors#webhooks'],
  ['signature', 'receive-webhooks#without-the-sdk', 'get-your-certificate#w6'],
  ['webhook signature invalid', 'receive-webhooks#without-the-sdk'],
  ['verify hmac', 'receive-webhooks#without-the-sdk'],
  ['timeout', 'when-an-answer-is-lost'],
  ['retry', 'when-an-answer-is-lost#what-to-do-with-each-answer'],
  ['rate limit', 'errors#every-call'],
  ['refund partial', 'refund#refund-a-capture'],
  ['how do I refund a payment', 'reference/payments#refundPayment', 'refund'],
  ['partial capture', 'capture#in-parts'],
  ['capture a payment', 'reference/payments#capturePayment'],
  ['cancel order', 'capture#close-what-you-will-not-deliver'],
  ['capturePayment', 'reference/payments#capturePayment'],
  ['M2', 'get-your-certificate#m2'],
  ['void', 'reference/payments#closePayment'],
  ['chargeback', 'disputes#a-dispute-blocks-a-refund'],
  ['money back', 'refund#what-the-customer-sees'],
  ['payout', 'reference/settlements#listPayouts'],
  ['test card', 'test-data-and-time-travel#cards'],
  ['time travel', 'test-data-and-time-travel'],
  ['session expired', 'create-a-session#how-long-it-lasts'],
  ['customer closed the browser', 'send-the-customer#what-goes-wrong'],
  ['github actions', 'in-your-ci#the-workflow'],
  ['docker', 'receive-webhooks', 'in-your-ci'],
  ['woocommerce', 'connect-a-plugin'],
  ['php client', 'python-and-php#the-client'],
  ['secret key', 'get-your-certificate#s1'],
  ['go live', 'going-live#what-changes'],
  ['simulate failure', 'break-it#add-a-rule'],
]

test('docs search: what people type leads to the section that helps, among the first three', () => {
  const document = JSON.parse(readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'))
  const entries = entriesOf(readGuides(), document)
  const find = openFinder(MiniSearch, entries)
  const wrong = questions.flatMap(([query, ...sections]) => {
    const first = find(query, 3).map(({ address }) => address.slice('/docs/'.length))
    return first.some((address) => sections.includes(address)) ? [] : [`${query}: ${first.join(', ')}`]
  })
  assert.deepEqual(wrong, [])
})
