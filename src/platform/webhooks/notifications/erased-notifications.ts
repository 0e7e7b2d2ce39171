import type { ErasedPlace } from '../../merchants/erased-place.ts'
import { refusals } from '../refusals.ts'
import { eraseShopAnswers, listBodies, lockDeliveries, replaceBody } from '../store/erasing.ts'

/** What notifications say of a customer, and what the shop's server answered them. */
export const erasedNotifications: ErasedPlace = {
  async ofPayment(tx, { merchantId, isTest, paymentId, pseudonym, inBody }) {
    const ofPayment = { merchantId, isTest, paymentId }
    // Its answer would be written afterwards.
    const deliveries = await tx.run(lockDeliveries, ofPayment)
    if (deliveries.some((delivery) => delivery.is_under_way)) throw refusals.deliveryUnderWay()
    for (const { id, body } of await tx.run(listBodies, ofPayment)) {
      const replaced = inBody(body)
      if (JSON.stringify(replaced) !== JSON.stringify(body))
        await tx.run(replaceBody, { merchantId, id, body: replaced })
    }
    await tx.run(eraseShopAnswers, { ...ofPayment, pseudonym })
  },
}
