import { erasedCharges } from '../money/charges/erased-charges.ts'
import { erasedLinks } from '../money/checkout/links/erased-links.ts'
import { erasedSessions } from '../money/checkout/sessions/erased-sessions.ts'
import { erasedCollections } from '../money/collections/erased-collections.ts'
import { erasedDisputes } from '../money/disputes/erased-disputes.ts'
import { erasedBlocks } from '../money/risk/erased-blocks.ts'
import { erasedSignIns } from '../pages/account/sign-in/sign-ins.ts'
import { forgetMessagesTo } from '../platform/adapters/outbox.ts'
import type { App } from '../platform/app/app.ts'
import { allMerchants } from '../platform/base/ids.ts'
import type { ErasedPlace } from '../platform/merchants/erased-place.ts'
import { erasedActivities } from '../platform/people/activities/erased-activities.ts'
import { erasedNotifications } from '../platform/webhooks/notifications/erased-notifications.ts'

const erasedOutbox: ErasedPlace = {
  async ofPayment(tx, { merchantId, isTest, ownPhones }) {
    for (const phone of ownPhones) await forgetMessagesTo(tx, { merchantId, isTest, phone })
  },
  async ofCustomer({ db }, { merchantIds, isTest, phone }) {
    for (const merchantId of [...merchantIds, allMerchants]) await forgetMessagesTo(db, { merchantId, isTest, phone })
  },
}

const places: readonly ErasedPlace[] = [
  erasedSessions,
  erasedLinks,
  erasedCharges,
  erasedCollections,
  erasedDisputes,
  erasedNotifications,
  erasedActivities,
  erasedSignIns,
  erasedBlocks,
  erasedOutbox,
]

/** Returns all places with personal data of customers, beside the payment itself. Production loads no sandbox code. */
export async function loadErasedPlaces({ config }: App): Promise<readonly ErasedPlace[]> {
  if (config.mode !== 'sandbox') return places
  const { erasedJournal } = await import('../rehearsal/journal/erased-journal.ts')
  const { erasedCertificates } = await import('../rehearsal/certificate/erased-certificates.ts')
  return [...places, erasedJournal, erasedCertificates]
}
