import type { App } from '../app/app.ts'
import { newSecretId } from '../base/ids.ts'
import { second, wholeSecond } from '../base/times.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import type { Store } from '../merchants/merchant.ts'
import { createPayment } from '../payments/create-payment.ts'
import { prescore } from '../risk/prescore.ts'
import type { CheckoutRequest } from './read-checkout.ts'
import type { Session } from './session.ts'
import { insertSession } from './store.ts'

/** Opens a session with its payment, which pre-scoring may have REJECTED. Every call makes a new one (decisions section 4). */
export async function createSession(app: App, actor: Actor, store: Store, request: CheckoutRequest): Promise<Session> {
  const createdAt = wholeSecond(nowFor(app, actor))
  const expiresAt = createdAt + store.sessionSeconds * second
  const { amountMinor, currency, orderReference, order } = request
  const rejectionReason = prescore({ amountMinor, phone: order.buyer.phone, isTest: actor.isTest }, store)
  const id = newSecretId()
  const { success, cancel, failure } = request.merchantUrls
  return app.db.transaction(async (tx) => {
    const payment = await createPayment(tx, actor, {
      storeId: store.id,
      status: rejectionReason === null ? 'CREATED' : 'REJECTED',
      currency,
      amountMinor,
      orderReference,
      order,
      createdAt,
      expiresAt,
      dueAt: createdAt + store.paymentSeconds * second,
    })
    await tx.run(insertSession, [
      ...([actor.merchantId, id, payment.id, store.id, actor.isTest, request.lang, success, cancel, failure] as const),
      ...([request.token, rejectionReason, createdAt, expiresAt] as const),
    ])
    const { lang, merchantUrls, token } = request
    const { merchantCode, name } = store
    return {
      id,
      merchantCode,
      storeName: name,
      lang,
      merchantUrls,
      token,
      rejectionReason,
      createdAt,
      expiresAt,
      payment,
    }
  })
}
