import type { Region } from '../../../platform/base/market-entries.ts'
import { second } from '../../../platform/base/times.ts'
import { parseDuration } from '../../../rehearsal/sandbox/duration.ts'
import { playOrder } from '../beside/play-order.ts'
import { getOwnMerchant } from '../beside/sandbox-client.ts'
import { CannotRun, callSandbox, type Target } from '../certify/service-client.ts'
import type { Seed, SeedMerchant, SeedPayment } from './seed.ts'

/** The part of the answer to `POST /sandbox/merchants` that is read here. */
export interface NewMerchant {
  readonly merchant: { readonly region: Region }
  readonly keys: Readonly<Record<'test' | 'live', { readonly secret: string; readonly public: string }>>
  readonly dashboard: { readonly email: string; readonly password: string }
}

/** A merchant of the seed, as it is printed. */
export interface PlantedMerchant extends NewMerchant {
  /** Absent without payments in the seed. */
  readonly payments?: readonly { readonly state: string; readonly payment_id: string; readonly order_number: string }[]
}

interface PlantOptions {
  readonly urlOf: (region: Region) => string
  readonly onPayment?: (done: number) => void
}

/** Makes the merchants of a seed and plays their payments, the oldest first. Throws CannotRun with the place in the seed. */
export async function plantSeed({ merchants }: Seed, { urlOf, onPayment }: PlantOptions): Promise<PlantedMerchant[]> {
  let done = 0
  const onDone = (): void => onPayment?.(++done)
  return Promise.all(
    merchants.map(async ({ payments, ...given }, index) => {
      const url = urlOf(given.region)
      const place = `merchants[${index}]`
      const merchant = await at(place, () => makeMerchant(url, given))
      if (payments === undefined || payments === null) return merchant
      return { ...merchant, payments: await playAll(url, merchant, payments, place, onDone) }
    }),
  )
}

function makeMerchant(url: string, body: Omit<SeedMerchant, 'payments'>): Promise<NewMerchant> {
  return callSandbox<NewMerchant>({ url, secretKey: '' }, 'POST', '/sandbox/merchants', { body })
}

/** Plays the payments in the order of their ages, and moves the merchant's clock on between them. */
async function playAll(
  url: string,
  { keys }: NewMerchant,
  payments: readonly SeedPayment[],
  place: string,
  onDone: () => void,
) {
  const target = { url, secretKey: keys.test.secret, publicKey: keys.test.public }
  const merchant = await getOwnMerchant(target)
  const planned = payments
    .map((payment, index) => ({ payment, index, ageMs: ageOf(payment) }))
    .toSorted((one, other) => other.ageMs - one.ageMs || one.index - other.index)
  const played = new Map<number, Awaited<ReturnType<typeof playOrder>>>()
  for (const [position, { payment, index, ageMs }] of planned.entries()) {
    const paymentPlace = `${place}.payments[${index}]`
    played.set(
      index,
      await at(paymentPlace, () => playOrder({ ...orderOf(payment), target, merchant, liveKey: keys.live.secret })),
    )
    onDone()
    await at(paymentPlace, () => advance(target, ageMs - (planned[position + 1]?.ageMs ?? 0)))
  }
  return payments.flatMap((_, index) => played.get(index) ?? [])
}

// The file has been judged: a wrong age is refused there.
function ageOf({ age }: SeedPayment): number {
  const ms = parseDuration(age ?? 'P0D', Date.now())
  if (ms === undefined) throw new CannotRun(`the age ${age} is more than ten years`)
  return ms
}

function orderOf({ state, store, order, amount, captured, refunded, card, buyer }: SeedPayment) {
  const given = { number: order, amount, captured, refunded, card }
  const texts = Object.entries(given).filter(([, value]) => value !== undefined && value !== null)
  const { name, email, phone } = buyer ?? {}
  const known = Object.entries({ name, email, phone }).filter(([, value]) => value !== undefined && value !== null)
  return {
    state,
    merchantCode: store ?? undefined,
    details: {
      ...Object.fromEntries(texts.map(([member, value]) => [member, String(value)])),
      buyer: Object.fromEntries(known),
    },
  }
}

async function advance(target: Target, ms: number): Promise<void> {
  const seconds = Math.round(ms / second)
  if (seconds === 0) return
  await callSandbox(target, 'POST', '/sandbox/clock', { body: { advance: `PT${seconds}S` } })
}

async function at<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof CannotRun ? new CannotRun(`${place}: ${error.message}`) : error
  }
}
