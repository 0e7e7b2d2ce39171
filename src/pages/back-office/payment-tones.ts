import type { ListedAs } from '../../money/payments/payment.ts'
import type { Tone } from '../../platform/ui/back-office/components/status.ts'
import type { AnnouncedDelivery } from '../../platform/webhooks/story/list-announcements.ts'

/** The tone of a payment's state. */
export const paymentTones: Readonly<Record<ListedAs, Tone>> = {
  created: 'soft',
  authorized: 'wait',
  captured: 'good',
  refunded: 'soft',
  cancelled: 'soft',
  rejected: 'bad',
  expired: 'soft',
}

/** The tone of a delivery's state. */
export const deliveryTones: Readonly<Record<AnnouncedDelivery['state'], Tone>> = {
  waiting: 'wait',
  delivered: 'good',
  failed: 'bad',
  dropped: 'bad',
}
