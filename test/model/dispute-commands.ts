import fc from 'fast-check'
import { type DisputeMove, daysLeft } from '../../testkit/dispute-model.ts'
import {
  capture,
  createPayment,
  type ModelPayment,
  moveDispute,
  type Outcome,
  openDispute,
  refund,
  settle,
  sum,
} from '../../testkit/payment-model.ts'

/** Commands on one captured payment and its disputes. Amounts in minor units, time in hours. */
export type Command =
  | { readonly do: 'open'; readonly minor: number | undefined }
  | { readonly do: 'merchant-refund'; readonly minor: number }
  | { readonly do: 'wait'; readonly hours: number }
  | DisputeMove

const simple = [
  'approve',
  'withdraw',
  'merchant-evidence',
  'provide-evidence',
  'refund',
  'decline',
  'accept-amount',
  'comment',
] as const

/** The visible result of a step: it must be equal in the model and in the code under test. */
export interface StepResult {
  readonly accepted: boolean
  readonly status: string | null
  readonly amount: number | null
  readonly refunded: number
  readonly daysLeft: number | null
}

export const captured = 100_00

/** The model of a fully captured payment, with the result of each command. */
export class DisputeModel {
  #now = 0
  #payment: ModelPayment = capturedPayment()

  step(command: Command): StepResult {
    const outcome = this.#outcomeOf(command)
    const accepted = typeof outcome !== 'string'
    if (accepted) this.#payment = outcome
    const { dispute, refunds } = this.#payment
    return {
      accepted,
      status: dispute?.status ?? null,
      amount: dispute?.minor ?? null,
      refunded: sum(refunds),
      daysLeft: dispute === undefined ? null : daysLeft(dispute, this.#now),
    }
  }

  #outcomeOf(command: Command): Outcome {
    if (command.do === 'wait') {
      this.#now += command.hours * 60
      return settle(this.#payment, this.#now)
    }
    if (command.do === 'open') return openDispute(this.#payment, command.minor, '', this.#now)
    if (command.do === 'merchant-refund') return refund(this.#payment, { reference: '', minor: command.minor })
    return moveDispute(this.#payment, command, this.#now)
  }
}

function capturedPayment(): ModelPayment {
  const payment = capture(
    { ...createPayment('p', captured, 0), status: 'AUTHORIZED' },
    { reference: 'whole', minor: captured },
  )
  if (typeof payment === 'string') throw new Error(payment)
  return payment
}

const amounts = fc.oneof(fc.integer({ min: 1, max: captured + 1 }), fc.constantFrom(1, 50_00, captured))
const oneSimple = fc.constantFrom(...simple).map((name): Command => ({ do: name }))

/** Random lives of a payment, long enough for several disputes in a row. */
export const commands = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.option(amounts, { nil: undefined }).map((minor): Command => ({ do: 'open', minor })) },
    { weight: 2, arbitrary: amounts.map((minor): Command => ({ do: 'merchant-refund', minor })) },
    {
      weight: 3,
      arbitrary: fc.option(amounts, { nil: undefined }).map((minor): Command => ({ do: 'challenge', minor })),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom('merchant', 'customer').map((from): Command => ({ do: 'request-evidence', from })),
    },
    {
      weight: 2,
      arbitrary: fc
        .oneof(fc.integer({ min: 1, max: 400 }), fc.constantFrom(13 * 24, 14 * 24 - 1, 14 * 24))
        .map((hours): Command => ({ do: 'wait', hours })),
    },
    { weight: 6, arbitrary: oneSimple },
  ),
  { minLength: 3, maxLength: 16 },
)
