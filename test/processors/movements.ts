import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type {
  CardProcessor,
  CardRefund,
  Charge,
  ChargeResult,
  ReportLine,
} from '../../src/platform/adapters/card-processor.ts'
import { newOrderedId } from '../../src/platform/base/ids.ts'

export function newFirstCharge(): Charge {
  return {
    id: newOrderedId(),
    merchantId: randomUUID(),
    isTest: false,
    token: '',
    amountMinor: 8_500n,
    currency: 'AED',
    initiator: 'customer',
    agreement: { id: randomUUID(), isFirst: true, networkReference: '' },
    reference: '',
    returnUrl: 'https://pay.test/session',
    at: Date.now(),
  }
}

/** A later instalment. */
export function byService({ agreement }: Charge): Partial<Charge> {
  return { initiator: 'merchant', returnUrl: '', agreement: { ...agreement, isFirst: false } }
}

export function newRefund(charge: Charge, amountMinor: bigint): CardRefund {
  const { id, merchantId, isTest, reference, currency } = charge
  return {
    id: newOrderedId(),
    merchantId,
    isTest,
    charge: { id, reference },
    amountMinor,
    currency,
    attempt: 1,
    at: Date.now(),
  }
}

export function referenceOf(result: ChargeResult | { kind: 'unknown' }): string {
  assert.ok('reference' in result, result.kind)
  return result.reference
}

/** The processor's own books of a charge's merchant. */
export async function moved(
  cards: CardProcessor,
  charge: Charge,
): Promise<Pick<ReportLine, 'id' | 'type' | 'amountMinor'>[]> {
  const { merchantId, isTest, at } = charge
  const lines = await cards.report({ merchantId, isTest, from: at - 2_000, to: at + 120_000 })
  return lines.map(({ id, type, amountMinor }) => ({ id, type, amountMinor }))
}
