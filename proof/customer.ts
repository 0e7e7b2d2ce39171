import type { Random } from '../testkit/random.ts'

/** What a customer typed into the payment page and what its browser was given, and every page that was no success. */
interface Walk {
  readonly card: string
  readonly cookie: string
  readonly troubles: readonly string[]
  /** What the steps were answered with. */
  readonly statuses: readonly number[]
  /** Pays with another card, where the page asks for one by now. */
  payAgain(card: string): Promise<void>
}

interface Habits {
  /** The card that is given; else one that is accepted. */
  readonly card?: string
  /** What the browser, or a proxy on its way, sends with every request. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A customer walks through the payment page of a test session, mistakes included, and pays; asked by the bank, it confirms. */
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
  const card = habits.card ?? newCardNumber(random)
  await take('phone', { phone: `+97150${random.between(1_000_000, 9_999_991)}` })
  await take('code', { code: '1234' })
  await take('code', { code: '8888' })
  await take('card', { number: card, expiry: '0120', security_code: '123' })
  await take('card', { number: card, expiry: '12/39', security_code: '123' })
  await take('pay', {})
  // Where the bank has asked nothing, this does nothing.
  if (habits.card !== undefined) await take('bank', { answer: 'confirm' })
  const payAgain = async (other: string): Promise<void> => {
    await take('card', { number: other, expiry: '12/39', security_code: '123' })
    await take('pay', {})
  }
  return { card, cookie, troubles, statuses, payAgain }
}

/**
 * Sixteen digits of a Visa card, the second one perhaps given, the last one as it must be. The third is a zero: other schemes, whose cards
 * the page does not take, have ranges within Visa's, and none of them there.
 */
export function newCardNumber(random: Random, second = random.between(0, 9)): string {
  const digits = [4, second, 0, ...Array.from({ length: 12 }, () => random.between(0, 9))]
  const total = digits.reduce((all, digit, at) => {
    const counted = at % 2 === 0 ? digit * 2 : digit
    return all + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return `${digits.join('')}${(10 - (total % 10)) % 10}`
}
