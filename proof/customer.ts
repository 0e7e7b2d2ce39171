import { payFieldsIn } from '../testkit/agreed.ts'
import type { Random } from '../testkit/random.ts'

/** A customer's way through the payment page: typed values, received cookies, and every page that failed. */
interface Walk {
  readonly card: string
  readonly cookie: string
  readonly troubles: readonly string[]
  /** The statuses of the answers. */
  readonly statuses: readonly number[]
  /** Pays with another card, if the page asks for one. */
  payAgain(card: string): Promise<void>
}

interface Habits {
  /** The card to pay with, by default one that is accepted. */
  readonly card?: string
  /** Headers that the browser, or a proxy, adds to every request. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Walks through the payment page of a test session, with mistakes, and pays. Confirms if the bank asks. */
export async function walkThrough(webUrl: string, random: Random, habits: Habits = {}): Promise<Walk> {
  const { headers = {} } = habits
  const page = await fetch(webUrl, { headers })
  const cookie = /qist_browser=([^;]+)/.exec(page.headers.get('set-cookie') ?? '')?.[1] ?? ''
  const token = /name="form_token" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  const { origin, searchParams } = new URL(webUrl)
  const troubles: string[] = []
  const statuses: number[] = [page.status]
  const take = async (step: string, fields: Record<string, string>): Promise<void> => {
    const response = await fetch(`${origin}/hpp/${step}?sessionId=${searchParams.get('sessionId')}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, cookie: `qist_browser=${cookie}` },
      body: new URLSearchParams({ form_token: token, ...fields }),
    })
    const text = await response.text()
    statuses.push(response.status)
    if (response.status >= 400) troubles.push(text)
  }
  const pay = async (): Promise<void> => {
    const shown = await fetch(webUrl, { headers: { ...headers, cookie: `qist_browser=${cookie}` } })
    statuses.push(shown.status)
    await take('pay', payFieldsIn(await shown.text()))
  }
  const card = habits.card ?? newCardNumber(random)
  await take('phone', { phone: `+97150${random.between(1_000_000, 9_999_991)}` })
  await take('code', { code: '1234' })
  await take('code', { code: '8888' })
  await take('card', { number: card, expiry: '0120', security_code: '123' })
  await take('card', { number: card, expiry: '12/39', security_code: '123' })
  await pay()
  // If the bank has not asked, this changes nothing.
  if (habits.card !== undefined) await take('bank', { answer: 'confirm' })
  const payAgain = async (other: string): Promise<void> => {
    await take('card', { number: other, expiry: '12/39', security_code: '123' })
    await pay()
  }
  return { card, cookie, troubles, statuses, payAgain }
}

/**
 * Returns a Visa number of sixteen digits with a valid check digit, optionally with a given second digit. The third
 * digit is zero. Some card schemes that the page refuses have ranges within Visa's, but none of them begins like that.
 */
export function newCardNumber(random: Random, second = random.between(0, 9)): string {
  const digits = [4, second, 0, ...Array.from({ length: 12 }, () => random.between(0, 9))]
  const total = digits.reduce((all, digit, at) => {
    const counted = at % 2 === 0 ? digit * 2 : digit
    return all + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return `${digits.join('')}${(10 - (total % 10)) % 10}`
}
