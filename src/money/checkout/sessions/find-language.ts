import type { App } from '../../../platform/app/app.ts'
import type { PaymentId } from '../../../platform/base/ids.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { findSessionLanguage } from '../store/sessions.ts'

/** The language in which the payment's customer was addressed at checkout. */
export async function findLanguage(app: App, { merchantId }: Actor, paymentId: PaymentId): Promise<'en' | 'ar'> {
  const [row] = await app.db.run(findSessionLanguage, { merchantId, paymentId })
  return row?.lang === 'ar' ? 'ar' : 'en'
}
