import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import { InvalidValue, validatorFor } from '../../platform/http/validate.ts'
import type { Actor, Caller } from '../../platform/merchants/caller.ts'
import type { CheckoutRules, Store } from '../../platform/merchants/merchant.ts'
import { getStore } from '../../platform/merchants/stores/stores.ts'
import { getPayment } from './get-payment.ts'
import type { Payment } from './payment.ts'
import { CaptureInput, LenientCapture, LenientRefund, RefundInput } from './schemas.ts'

const validators = {
  capture: { strict: validatorFor(CaptureInput, 'body'), lenient: validatorFor(LenientCapture, 'body') },
  refund: { strict: validatorFor(RefundInput, 'body'), lenient: validatorFor(LenientRefund, 'body') },
}

/**
 * Judges the body of a capture or refund by the rules of the payment's store. Throws an InvalidValue. Reads the payment
 * only if the key has stores of both kinds and strict rules alone refuse the body.
 */
export async function judgeMovement(
  app: App,
  caller: Caller,
  id: PaymentId,
  move: keyof typeof validators,
  body: unknown,
): Promise<void> {
  const { strict, lenient } = validators[move]
  const kinds = new Set(caller.stores.map(({ checkout }) => checkout))
  if (!kinds.has('lenient')) return strict(body)
  if (!kinds.has('strict')) return lenient(body)
  const problem = problemOf(strict, body)
  if (problem === undefined) return
  if (problemOf(lenient, body) !== undefined) throw problem
  if (rulesOf(caller, await getPayment(app, caller, id)) === 'strict') throw problem
}

function problemOf(validate: (body: unknown) => void, body: unknown): InvalidValue | undefined {
  try {
    validate(body)
    return undefined
  } catch (error) {
    if (error instanceof InvalidValue) return error
    throw error
  }
}

/** Returns the payment's store. A key has its stores in memory. */
export async function storeOfPayment(app: App, actor: Actor | Caller, { storeId }: Payment): Promise<Store> {
  const known = 'stores' in actor ? actor.stores.find(({ id }) => id === storeId) : undefined
  return known ?? getStore(app, actor.merchantId, storeId)
}

/** Returns the rules for a movement's items. A person refunds items that the store has sent already. */
export function rulesOf(actor: Actor | Caller, { storeId }: Payment): CheckoutRules {
  if (!('stores' in actor)) return 'lenient'
  return actor.stores.find(({ id }) => id === storeId)?.checkout ?? 'strict'
}
