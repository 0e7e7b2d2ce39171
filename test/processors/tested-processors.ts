import assert from 'node:assert/strict'
import type { CardProcessor } from '../../src/platform/adapters/card-processor.ts'
import { TypedCard } from '../../src/platform/adapters/card-processor.ts'
import { openSandboxBooks } from '../../src/platform/adapters/sandbox-books.ts'
import { openSandboxCards } from '../../src/platform/adapters/sandbox-cards.ts'
import { openStripeCards } from '../../src/platform/adapters/stripe/stripe-cards.ts'
import { openStripeStub } from '../../testkit/stripe/stripe-stub.ts'
import type { TestCardName } from '../../testkit/stripe/test-cards.ts'
import { openTestDatabase } from '../support/database.ts'

export type TestedCard =
  | 'good'
  | 'declined'
  | 'no money'
  | 'expired'
  | 'stolen later'
  | 'challenged'
  | 'slow'
  | 'slow refunds'
  | 'failing refunds'
  | 'returns that fail later'

/** A processor with the controls for a test. */
export interface TestedProcessor {
  readonly cards: CardProcessor
  /** A stored card. */
  token(card: TestedCard): Promise<string>
  /** Makes a call whose answer is lost, although it was executed. */
  unheard(ask: () => Promise<unknown>): Promise<void>
  /** The customer answers the challenge, if the bank has its own page. */
  answerBank(reference: string, isConfirmed: boolean): void
  /** Settles everything that is pending. */
  settle(): void
  close(): Promise<void>
}

const sandboxNumbers: Readonly<Record<TestedCard, string>> = {
  good: '4242424242424242',
  declined: '4000000000000002',
  'no money': '4000000000009995',
  expired: '4000000000000069',
  'stolen later': '4000000000009979',
  challenged: '4000000000003220',
  slow: '4000000000000283',
  'slow refunds': '4000000000007726',
  'failing refunds': '4000000000005126',
  'returns that fail later': '4000000000005134',
}

export async function openTestedSandbox(): Promise<TestedProcessor> {
  const database = await openTestDatabase()
  let later = 0
  const cards = openSandboxCards(openSandboxBooks(database.db), () => Date.now() + later)
  const expiry = { expiryMonth: 12, expiryYear: 2040 }
  return {
    cards,
    async token(card) {
      const typed = { number: sandboxNumbers[card], securityCode: '123', brand: 'visa', ...expiry } as const
      return (await cards.tokenize(new TypedCard(typed))).token
    },
    unheard: async (ask) => void (await ask()),
    answerBank: () => undefined,
    settle() {
      later += 60_000
    },
    close: () => database.close(),
  }
}

const stripeCards: Readonly<Record<TestedCard, TestCardName>> = {
  good: 'pm_card_visa',
  declined: 'pm_card_visa_chargeDeclined',
  'no money': 'pm_card_visa_chargeDeclinedInsufficientFunds',
  expired: 'pm_card_chargeDeclinedExpiredCard',
  'stolen later': 'pm_card_visa_chargeDeclinedStolenCard',
  challenged: 'pm_card_authenticationRequired',
  slow: 'slow',
  'slow refunds': 'pm_card_pendingRefund',
  'failing refunds': 'pm_card_refundFail',
  'returns that fail later': 'pm_card_refundFail',
}

export async function openTestedStripe(): Promise<TestedProcessor> {
  const stub = await openStripeStub()
  const log = { warn: () => undefined }
  const cards = openStripeCards({ secretKey: stub.secretKey, apiUrl: stub.url, log, silenceMs: 500 })
  return {
    cards,
    token: async (card) => stub.newCard(stripeCards[card]),
    async unheard(ask) {
      stub.lose({ how: 'silence', isDone: true })
      await assert.rejects(ask(), { name: 'NoStripeAnswer' })
    },
    answerBank: (reference, isConfirmed) => void stub.books.answerBank(reference, isConfirmed),
    settle: () => stub.books.settle(),
    close: () => stub.close(),
  }
}
