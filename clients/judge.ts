import { type Answer, succeed } from '../testkit/client.ts'
import type { Action, Finding } from './client.ts'
import type { Checkout, ClientMerchant, World } from './world.ts'

/** A failed expectation. The message says what the customer or the merchant loses, and how to repeat it. */
export class Loss extends Error {}

/** Throws a loss if the expectation is not met. */
export function expect(isMet: boolean, loss: string): asserts isMet {
  if (!isMet) throw new Loss(loss)
}

/** One action of a client, played on one store. Throws a `Loss` if the action fails. */
export interface Scene<Store> {
  readonly action: Action
  play(store: Store): Promise<void>
}

/** One installation of a client, with the keys of its own merchant. */
export interface ClientStore {
  readonly merchant: ClientMerchant
}

/**
 * Plays each action on a strict and on a lenient store. If the strict store refuses the client's orders, nothing that
 * follows is played there. `knownFaults`: the actions whose failure is the client's own fault, as somebody has found out.
 * Any other failure counts as a defect of ours. An error that is not a `Loss` ends the run.
 */
export async function judge<Store extends ClientStore>(
  { progress }: Pick<World, 'progress'>,
  stores: Readonly<Record<Checkout, Store>>,
  scenes: readonly Scene<Store>[],
  knownFaults: readonly Action[],
): Promise<Finding[]> {
  const findings: Finding[] = []
  let refusal: Result | undefined
  for (const { action, play } of scenes) {
    const strict = refusal ?? (await tryScene(stores.strict, play))
    const lenient = await tryScene(stores.lenient, play)
    if (strict.loss !== undefined && ['offer', 'pay'].includes(action)) refusal = strict
    const finding = toFinding(action, { strict, lenient, isKnown: knownFaults.includes(action) })
    progress(`  ${action}: ${finding.verdict}${finding.note === undefined ? '' : `: ${finding.note}`}`)
    findings.push(finding)
  }
  return findings
}

interface Result {
  readonly loss?: string
  /** Whether the service answered 5xx without a fault rule. */
  readonly isServiceBroken: boolean
}

interface Played {
  readonly strict: Result
  readonly lenient: Result
  readonly isKnown: boolean
}

function toFinding(action: Action, { strict, lenient, isKnown }: Played): Finding {
  const isBroken = strict.isServiceBroken || lenient.isServiceBroken
  const { loss } = lenient
  if (loss !== undefined) return { action, verdict: isKnown && !isBroken ? 'fault' : 'ours', note: loss }
  if (isBroken) return { action, verdict: 'ours', note: strict.loss ?? 'the service failed' }
  if (strict.loss !== undefined) return { action, verdict: 'lenient', note: `A strict store: ${strict.loss}` }
  return { action, verdict: 'works' }
}

async function tryScene<Store extends ClientStore>(
  store: Store,
  play: (store: Store) => Promise<void>,
): Promise<Result> {
  const { merchant } = store
  const { cursor } = await readJournal(merchant)
  try {
    const loss = await play(store).then(
      () => undefined,
      (error: unknown) => (error instanceof Loss ? error.message : Promise.reject(error)),
    )
    const { entries } = await readJournal(merchant, cursor)
    const failed = entries.filter(
      ({ kind, status, fault_id }) => kind === 'request' && (status ?? 0) >= 400 && !fault_id,
    )
    const isServiceBroken = failed.some(({ status }) => (status ?? 0) >= 500)
    if (loss === undefined) return { isServiceBroken }
    const last = failed.at(-1)
    return { loss: last === undefined ? loss : `${loss} The service's journal: ${last.summary}`, isServiceBroken }
  } finally {
    await endFaults(merchant)
  }
}

interface JournalEntry {
  readonly kind: string
  readonly summary: string
  readonly status?: number
  readonly fault_id?: string | null
}

/** Reads the merchant's journal from a cursor to its end. */
async function readJournal(
  { shop }: ClientMerchant,
  since?: string,
): Promise<{ readonly entries: readonly JournalEntry[]; readonly cursor?: string }> {
  const entries: JournalEntry[] = []
  for (let cursor = since; ; ) {
    const query = cursor === undefined ? '' : `?since=${cursor}`
    const { body } = succeed(await shop.call('GET', `/sandbox/journal${query}`))
    if (body.entries.length === 0) return { entries, ...(cursor !== undefined && { cursor }) }
    entries.push(...body.entries)
    cursor = body.cursor
  }
}

/** The service's own record of a payment. Amounts are texts with the currency's decimals. */
export interface Money {
  readonly status: string
  readonly amount: string
  readonly captured: string
  readonly refunded: string
}

/** Reads the payment back from the service. */
export async function readMoney({ shop }: ClientMerchant, paymentId: string): Promise<Money> {
  const { body } = succeed(await shop.call('GET', `/api/v2/payments/${paymentId}`))
  return { status: body.status, amount: body.amount, captured: sum(body.captures), refunded: sum(body.refunds) }
}

function sum(moves: readonly { readonly amount: string }[]): string {
  return (moves.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0) / 100).toFixed(2)
}

/** Pays as the customer does on the payment page. Returns the service's answer. */
export function payAsCustomer({ shop }: ClientMerchant, paymentId: string): Promise<Answer> {
  return shop.call('POST', `/sandbox/payments/${paymentId}/authorize`)
}

/** Adds a fault rule, for one call or notification unless `when` says otherwise. It ends with the action. */
export async function injectFault(
  { shop }: ClientMerchant,
  on: object,
  fault: object,
  when: object = {},
): Promise<void> {
  succeed(await shop.call('POST', '/sandbox/faults', { on, do: fault, when }))
}

/** Removes the fault rules. Throws if one of them was not injected: the action would then show nothing. */
export async function endFaults({ shop }: ClientMerchant): Promise<void> {
  const { body } = succeed(await shop.call('GET', '/sandbox/faults'))
  const unused = body.faults.find(({ hits }: { hits: number }) => hits === 0)
  if (unused !== undefined) throw new Error(`this fault was not injected: ${JSON.stringify(unused)}`)
  succeed(await shop.call('DELETE', '/sandbox/faults'))
}

/** Sends the waiting notifications and waits for the receivers' answers. */
export async function deliverNotifications({ shop }: ClientMerchant): Promise<void> {
  succeed(await shop.call('POST', '/sandbox/deliver'))
}
