import { Amount, type BodyOf, CurrencyCode, Moment, Uuid } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { describeNotification } from '../../platform/webhooks/notification-operation.ts'
import { type Announcement, announcements } from './dispute.ts'
import { exampleDispute } from './examples.ts'

/** The body of every dispute notification. */
const DisputeNotification = Type.Object(
  {
    status: Type.Unsafe<Announcement>({ type: 'string', enum: [...announcements] }),
    dispute_id: Uuid,
    payment_id: Uuid,
    amount: Amount,
    currency: CurrencyCode,
    created_at: Moment,
  },
  { title: 'DisputeNotification' },
)
export type DisputeNotification = BodyOf<typeof DisputeNotification>

const common = {
  dispute_id: exampleDispute.id,
  payment_id: exampleDispute.payment_id,
  amount: exampleDispute.amount,
  currency: exampleDispute.currency,
  created_at: '2026-06-15T13:08:54Z',
}

/** What dispute webhooks are sent. */
export const disputeNotification = describeNotification({
  name: 'disputeNotification',
  summary: 'What has become of a dispute',
  tag: 'Dispute webhooks',
  body: DisputeNotification,
  examples: Object.fromEntries(announcements.map((status) => [status, { status, ...common }])),
})
