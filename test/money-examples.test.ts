import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Plan } from '../src/money/collections/answers.ts'
import { type Client, openClient } from '../testkit/client.ts'
import { checkoutBody, newMerchant } from '../testkit/shop.ts'
import { termsIn } from './support/plans.ts'
import { startTestService, type TestService } from './support/service.ts'

const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'money.md'), 'utf8')

interface Line {
  readonly what: string
  readonly cells: readonly string[]
}

/** The page's tables of an event and the plan after it, each with the heading above it. */
function examplesOf(text: string): { readonly heading: string; readonly lines: readonly Line[] }[] {
  const examples: { heading: string; lines: Line[] }[] = []
  let heading = ''
  let open: Line[] | undefined
  for (const row of text.split('\n')) {
    if (row.startsWith('## ')) heading = row.slice(3)
    const cells = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    if (cells.length < 6) open = undefined
    else if (cells[0] === 'what happens' && cells.at(-1) === 'back') {
      open = []
      examples.push({ heading, lines: open })
    } else if (cells[0] === 'what happens') open = undefined
    else if (!cells[0]?.startsWith('---')) open?.push({ what: cells[0] ?? '', cells: cells.slice(1) })
  }
  return examples
}

let service: TestService
let client: Client

before(async () => {
  service = await startTestService()
  client = openClient(service.urls.uae, '')
})
after(async () => {
  await client.close()
  await service.close()
})

/** A new merchant's payment, to which the page's events happen. */
class Example {
  #call: Client['call'] = client.call
  #id = ''

  async happen(what: string): Promise<void> {
    const [verb = '', ...rest] = what.split(' ')
    const [first = ''] = rest
    if (verb === 'authorize')
      await this.#authorize(first, rest[1] ?? '', / with card (\d+)/.exec(what)?.[1], termsIn(what))
    else if (verb === 'capture') await this.#post(`/api/v2/payments/${this.#id}/captures`, { amount: first })
    else if (verb === 'refund') await this.#post(`/api/v2/payments/${this.#id}/refunds`, { amount: first })
    else if (verb === 'close') await this.#post(`/api/v2/payments/${this.#id}/close`)
    else if (verb === 'another') await this.#post(`/sandbox/payments/${this.#id}/card`, { number: rest[1] })
    else if (verb === 'part') await this.#goTo(Number(first))
    else if (what.startsWith('the customer pays'))
      await this.#post(`/sandbox/payments/${this.#id}/pay`, { what: rest[2] })
    else if (what === 'a day passes') await this.#post('/sandbox/clock', { advance: 'P1D' })
    else assert.fail(`nobody knows how to: ${what}`)
  }

  async plan(): Promise<Plan> {
    return (await this.#call('GET', `/sandbox/payments/${this.#id}/plan`)).body.plan
  }

  async #authorize(currency: string, amount: string, card = '4242424242424242', plans: object[] = []): Promise<void> {
    const country = currency === 'KWD' ? 'KW' : 'AE'
    const { keys } = await newMerchant(client, { country, merchantCode: 'shop' })
    const caller = client.as(keys.test.secret)
    this.#call = caller.call.bind(caller)
    if (plans.length > 0) await this.#call('PUT', '/sandbox/stores/shop/plans', { plans })
    this.#id = (await this.#post('/api/v2/checkout', checkoutBody('shop', currency, amount))).payment.id
    await this.#post(`/sandbox/payments/${this.#id}/authorize`, { card })
  }

  async #goTo(part: number): Promise<void> {
    const { due_date } = (await this.plan()).installments[part - 1] ?? assert.fail(`there is no part ${part}`)
    const { now } = (await this.#call('GET', '/sandbox/clock')).body
    // An hour after the cards are charged.
    const seconds = (Date.parse(`${due_date}T06:00:00Z`) - Date.parse(now)) / 1000
    await this.#post('/sandbox/clock', { advance: `PT${seconds}S` })
  }

  async #post(path: string, body?: unknown) {
    const answer = await this.#call('POST', path, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
}

function cellsOf(plan: Plan): string[] {
  const shown: Record<string, (amount: string) => string> = {
    paid: (amount) => `**${amount}**`,
    cancelled: (amount) => `~~${amount}~~`,
    overdue: (amount) => `${amount} overdue`,
  }
  const parts = plan.installments.map(({ amount, status }) => {
    return shown[status]?.(amount) ?? amount
  })
  return [plan.total, plan.paid, plan.owed, ...parts, plan.returned]
}

const examples = examplesOf(page)
let current: Example | undefined

test('the page has its examples', () => assert.ok(examples.length >= 7))

for (const [index, { heading, lines }] of examples.entries()) {
  test(`${heading}, table ${index + 1}: after every line the plan is as on the page`, async () => {
    for (const { what, cells } of lines) {
      // A table with another first column continues with the previous table's payment.
      if (what.startsWith('authorize')) current = new Example()
      assert.ok(current)
      await current.happen(what)
      assert.deepEqual(cellsOf(await current.plan()), cells, what)
    }
  })
}
