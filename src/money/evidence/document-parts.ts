import { type App, baseUrlOf } from '../../platform/app/app.ts'
import { countryOf, regionOf } from '../../platform/base/markets.ts'
import { formatAmount } from '../../platform/base/money.ts'
import type { PrincipalKind } from '../../platform/base/principal.ts'
import { formatSeconds, type Instant } from '../../platform/base/times.ts'
import { termsRecordOf } from '../../platform/merchants/stores/plan-terms.ts'
import type { DocumentContent } from '../../platform/signing/sign-document.ts'
import { planWire } from '../collections/wire.ts'
import type { Facts } from '../explain/facts.ts'
import type { Movement } from '../payments/payment.ts'
import type { EvidenceFacts } from './load-evidence.ts'

const when = (at: Instant | null): string | null => (at === null ? null : formatSeconds(at))

/** Returns what every document begins with. `issuer`: the address of the region, which also serves the keys. */
export function headOf(
  app: App,
  format: DocumentContent['format'],
  { payment: { currency } }: Pick<Facts, 'payment'>,
): Pick<DocumentContent, 'format'> & { readonly issued_at: string; readonly issuer: string } {
  const issuer = baseUrlOf(app, regionOf(countryOf(currency)))
  return { format, issued_at: formatSeconds(app.clock.now()), issuer }
}

/** Returns the payment: what was agreed between shop and customer, and what moved. */
export function paymentOf({ payment, merchantName, store, cases }: Facts) {
  const amount = (minor: bigint): string => formatAmount(minor, payment.currency)
  const moved = ({ id, referenceId, amountMinor, createdAt }: Movement<unknown>) => {
    return { id, reference_id: referenceId, amount: amount(amountMinor), at: formatSeconds(createdAt) }
  }
  return {
    ...{ id: payment.id, amount: amount(payment.amountMinor), currency: payment.currency, status: payment.status },
    ...{ is_test: payment.isTest, created_at: formatSeconds(payment.createdAt) },
    authorized_at: when(payment.authorizedAt),
    order_reference_id: payment.orderReference,
    merchant: { id: payment.merchantId, name: merchantName },
    store: { name: store.name, merchant_code: store.merchantCode },
    captures: payment.captures.map(moved),
    refunds: payment.refunds.map(moved),
    disputes: cases.map(({ id, status, reason, amountMinor, createdAt, history }) => ({
      ...{ id, status, reason, amount: amount(amountMinor), created_at: formatSeconds(createdAt) },
      history: history.map(({ eventType, source, at, ...by }) => {
        return { event: eventType, source, by: actorOf(by), at: formatSeconds(at) }
      }),
    })),
  }
}

/** Returns who did something: of support only that it was support, for the merchant passes evidence on. */
function actorOf({ actor, actorKind }: { readonly actor: string; readonly actorKind: PrincipalKind | null }): string {
  return actorKind === 'support' ? 'support' : actor
}

/** Returns the terms of the plan, and what the customer agreed to. Its members are null where it was not kept. */
export function termsOf({ facts: { payment }, agreement }: EvidenceFacts) {
  const agreed = agreement ?? {
    ...{ text: null, version: null, language: null, agreed_at: null, network: null, session_id: null, hash: null },
  }
  return { plan: termsRecordOf(payment.plan.chosen, payment.currency), ...agreed }
}

/** Returns the schedule, the charges and the returns, as the sandbox answers a plan; empty before the authorization. */
export function cardMoneyOf({ plan }: Facts) {
  if (plan === undefined) return { schedule: [], charges: [], returns: [] }
  const { installments: schedule, charges, returns } = planWire(plan).plan
  return { schedule, charges, returns }
}

/** Returns what was sent, decided and done, with times. An address has neither its query nor a secret in it. */
export function eventsOf({ facts, way }: EvidenceFacts) {
  const { messages, announcements, decision, steps, payment } = facts
  const { changes, notifications, messages: texts } = facts.leftOut
  return {
    messages: messages.map(({ kind, event, at, state, text }) => ({ kind, event, at: formatSeconds(at), state, text })),
    notifications: announcements.map(({ id, family, status, sequence, at, deliveries }) => ({
      ...{ id, family, status, sequence, at: formatSeconds(at) },
      deliveries: deliveries.map(({ url, state, attempts }) => ({ to: placeOf(url), state, attempts })),
    })),
    decisions: [decision?.before, decision]
      .filter((made) => made !== undefined)
      .map(({ outcome, reason, at = formatSeconds(payment.createdAt), rules }) => {
        return { outcome, reason, at, rules: rules.map(({ name, spoke }) => ({ name, spoke })) }
      }),
    actions: steps.map(({ version, at, transition, statusAfter, amountMinor, referenceId, ...by }) => ({
      ...{ version, at: formatSeconds(at), action: transition, by: actorOf(by), status: statusAfter },
      amount: amountMinor === null ? null : formatAmount(amountMinor, payment.currency),
      reference_id: referenceId,
    })),
    left_out: { actions: changes, notifications, messages: texts, seals: way.leftOut },
  }
}

function placeOf(url: string): string {
  if (!URL.canParse(url)) return ''
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/**
 * Returns the ledger entries of the payment and its returns, each with the number of its seal (null until it is
 * sealed), their seals, and the way to the merchant's newest one.
 */
export function ledgerOf({ facts: { entries, payment }, way: { seals, sealOf } }: EvidenceFacts) {
  const head = seals.at(-1)
  return {
    entries: entries.map(({ sourceId, version, account, cause, amountMinor, at }) => ({
      ...{ source_id: sourceId, version, account, cause, amount: formatAmount(amountMinor, payment.currency) },
      ...{ at: formatSeconds(at), seal: numberOf(sealOf.get(`${sourceId} ${version}`)) },
    })),
    seals: seals.map(({ number, previousHash, hash, sealedAt }) => ({
      ...{ number: Number(number), previous_hash: previousHash.toString('hex'), hash: hash.toString('hex') },
      at: formatSeconds(sealedAt),
    })),
    head: head === undefined ? null : { number: Number(head.number), hash: head.hash.toString('hex') },
  }
}

function numberOf(seal: bigint | undefined): number | null {
  return seal === undefined ? null : Number(seal)
}
