import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { payFieldsIn } from '../testkit/agreed.ts'
import { type BackOfficeVisitor, newBackOfficeVisitor, signInAt } from '../testkit/back-office-visitor.ts'
import { succeed } from '../testkit/client.ts'
import { demoKey, openShop, type Shop } from '../testkit/shop.ts'
import type { Context, Verdict } from './context.ts'
import { startService } from './service.ts'
import { openTestEnvironment } from './test-environment.ts'

/** The wrong codes that are checked for a phone within a day (docs/contract/payment-page.md#codes). */
const maxWrong = 25
const guessesEach = 4
const card = { number: '4242424242424242', expiry: '12/39', security_code: '123' }

/** The two processes, each with a shop that uses live keys: live codes are random. */
interface Street {
  readonly urls: readonly string[]
  readonly shops: readonly Shop[]
}

/** A customer at the page that asks for the code, of a checkout or of the account. */
interface Guesser {
  /** Types a code. Returns the answered page, or the page of its redirect. */
  type(code: string): Promise<string>
  code(): Promise<string>
}

interface CheckoutGuesser extends Guesser {
  readonly paymentId: string
  send(step: string, fields?: Record<string, string>): Promise<string>
  /** Presses the pay button of the page. */
  pay(fields?: Record<string, string>): Promise<string>
}

/**
 * P29: guesses the codes of one phone over many checkouts, accounts, browsers and two processes at once. Exactly 25
 * wrong codes are checked. After that every code is refused, even the right one, until support unlocks the phone. The
 * phone's saved card is not charged in a new browser.
 */
export async function run(context: Context): Promise<Verdict> {
  // Processes on one database have one key: wrong codes are counted for a hash of the phone under it.
  const keys = { SECRETS_KEY: randomBytes(32).toString('hex') }
  const environment = await openTestEnvironment(context, 'p29', { env: keys })
  const env = { DATABASE_URL: environment.databaseUrl, DATA_DIR: join(context.folder, 'p29-second'), ...keys }
  const second = await startService(context, env)
  const urls = [environment.service.urls.uae, second.urls.uae]
  const street = { urls, shops: urls.map((url) => openShop(url, demoKey(1, 'sk_'))) }
  const violations: string[] = []
  const phones = context.size(1, 40)
  const guessers = context.isQuick ? 10 : 24
  let [guesses, done] = [0, 0]
  try {
    const agent = await signInAt(urls[0] ?? '', 'agent@support.test', 'support')
    for (let number = 0; number < phones; number += 1) {
      const phone = `+97150${String(7_300_000 + number)}`
      const owner = await buyWithTypedCard(street, phone)
      guesses += await guessAll(street, phone, guessers, violations)
      await unlock(agent, phone)
      await tryCard(street, phone, owner, violations)
      done += 1
      context.progress(done, phones, 'phones')
    }
    const counts = { phones, 'guesses at each': guesses / phones, processes: urls.length }
    return { counts, violations: violations.slice(0, 10) }
  } finally {
    await second.stop()
    await environment.close()
  }
}

/** Types wrong codes in all browsers at once, then the right ones. Returns the number of wrong codes. */
async function guessAll(street: Street, phone: string, count: number, violations: string[]): Promise<number> {
  const open = Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? openCheckout(street, index, phone) : openAccount(street, index, phone),
  )
  const all: Guesser[] = await Promise.all(open)
  const judged = await Promise.all(
    all.map(async (guesser) => {
      const right = Number(await guesser.code())
      let wrong = 0
      for (let guess = 1; guess <= guessesEach; guess += 1) {
        const page = await guesser.type(String((right + guess) % 1_000_000).padStart(6, '0'))
        if (/This code is not right/.test(page)) wrong += 1
      }
      return wrong
    }),
  )
  const wrong = judged.reduce((sum, each) => sum + each, 0)
  if (wrong !== maxWrong) violations.push(`${wrong} wrong codes were judged for one phone and not ${maxWrong}`)
  const pages = await Promise.all(all.map(async (guesser) => guesser.type(await guesser.code())))
  // At the account the fifth try of a browser is its last one, too.
  const refused = pages.filter((page) => /Too many (?:wrong codes|tries)/.test(page)).length
  if (refused !== all.length)
    violations.push(`${all.length - refused} of ${all.length} right codes were taken after them`)
  return all.length * guessesEach
}

/**
 * Tries to pay in new browsers with the phone's right code but without the card's security code. Then the owner pays.
 */
async function tryCard(street: Street, phone: string, owner: BackOfficeVisitor, violations: string[]): Promise<void> {
  const strangers = await Promise.all([0, 1, 2].map((index) => openCheckout(street, index, phone)))
  await Promise.all(
    strangers.map(async (stranger) => {
      const page = await stranger.type(await stranger.code())
      if (!/id="security_code"/.test(page)) violations.push('after support unlocked a phone its code is not taken')
      for (const fields of [{}, { security_code: '999' }, { security_code: '12' }, { security_code: '999' }])
        await stranger.pay(fields)
      if ((await statusOf(street, stranger)) !== 'CREATED') violations.push('a saved card was charged in a new browser')
    }),
  )
  const own = await openCheckout(street, 1, phone, owner)
  await own.type(await own.code())
  await own.pay()
  if ((await statusOf(street, own)) !== 'AUTHORIZED') violations.push('the browser that had paid could not pay again')
}

async function buyWithTypedCard(street: Street, phone: string): Promise<BackOfficeVisitor> {
  const owner = newBackOfficeVisitor(street.urls[0] ?? '')
  const checkout = await openCheckout(street, 0, phone, owner)
  await checkout.type(await checkout.code())
  await checkout.send('card', card)
  await checkout.pay()
  if ((await statusOf(street, checkout)) !== 'AUTHORIZED') throw new Error('the card was not saved')
  return owner
}

async function openCheckout(
  street: Street,
  index: number,
  phone: string,
  known?: BackOfficeVisitor,
): Promise<CheckoutGuesser> {
  const [url = '', shop] = [street.urls[index % street.urls.length], street.shops[index % street.urls.length]]
  if (shop === undefined) throw new Error('no shop')
  const buyer = { name: 'Sara Ali', email: 'sara@example.com', phone }
  const { body } = succeed(await shop.checkout('340.00', { buyer }))
  const address = new URL(body.configuration.available_products.installments[0].web_url)
  const visitor = newBackOfficeVisitor(url, known?.cookies)
  const send = async (step: string, fields: Record<string, string> = {}): Promise<string> => {
    const { location, text } = await visitor.send(`/hpp/${step}${address.search}`, fields)
    return location === '' ? text : (await visitor.get(location)).text
  }
  await visitor.get(address.pathname + address.search)
  await send('phone', { phone })
  const showPage = async (): Promise<string> => (await visitor.get(address.pathname + address.search)).text
  return {
    pay: async (fields = {}) => send('pay', { ...payFieldsIn(await showPage()), ...fields }),
    paymentId: body.payment.id,
    send,
    type: (code) => send('code', { code }),
    code: () => readCode(visitor, body.id),
  }
}

async function openAccount(street: Street, index: number, phone: string): Promise<Guesser> {
  const query = '?mode=live&lang=en'
  const visitor = newBackOfficeVisitor(street.urls[index % street.urls.length] ?? '')
  const send = async (step: string, fields: Record<string, string>): Promise<string> => {
    const { location, text } = await visitor.send(`/account/${step}${query}`, fields)
    return location === '' ? text : (await visitor.get(location)).text
  }
  await visitor.get(`/account${query}`)
  const page = await send('phone', { phone })
  const id = /outbox\?sessionId=([\w-]+)/.exec(page)?.[1] ?? ''
  return { type: (code) => send('code', { code }), code: () => readCode(visitor, id) }
}

async function readCode(visitor: BackOfficeVisitor, id: string): Promise<string> {
  const { text } = await visitor.get(`/sandbox/outbox?sessionId=${id}`)
  return />(\d{6}) is your code/.exec(text)?.[1] ?? ''
}

async function statusOf(street: Street, { paymentId }: CheckoutGuesser): Promise<string> {
  return (await street.shops[0]?.call('GET', `/api/v2/payments/${paymentId}`))?.body.status
}

async function unlock(agent: BackOfficeVisitor, phone: string): Promise<void> {
  const address = `/support/customers?phone=${encodeURIComponent(phone)}`
  await agent.get(address)
  await agent.send(address, { reason: 'Ticket' })
  const { location } = await agent.send('/support/customers/unlock', { phone })
  if (!location.endsWith('done=unlocked')) throw new Error(`support could not unlock the phone: ${location}`)
}
