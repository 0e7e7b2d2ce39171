import type { OwnKind } from '../../../../platform/people/activities/activity.ts'
import type { SupportKind } from '../../../../platform/people/activities/support-kinds.ts'
import { activityEn as sharedEn } from '../../../../platform/people/activities/words/en.ts'

export const activityEn = {
  ...sharedEn,
  activityCaption: 'What support did, newest first',
  nothingDone: 'Nothing was done',
  nothingDoneLead: 'Whatever support sees of customers and does is listed here, and stays.',
  activities: {
    ...sharedEn.ownActivities,
    open_personal: 'Saw a customer',
    see_as_merchant: 'Saw as merchant',
    dispute_request_evidence: 'Asked for evidence',
    dispute_comment: 'Commented on a dispute',
    dispute_accept_amount: 'Took the proposed amount',
    dispute_refund: 'Refunded a dispute',
    dispute_decline: 'Declined a dispute',
    download_evidence: 'Opened a file',
    resend_notification: 'Sent a notification again',
    ask_return: 'Asked for a return',
    confirm_return: 'Confirmed a return',
    withdraw_return: 'Took a return back',
    block_customer: 'Blocked a customer',
    unblock_customer: 'Lifted a block',
    unlock_code: 'Unlocked codes',
    make_merchant: 'Made a merchant',
    add_store: 'Made a store',
    change_store: 'Changed a store',
    change_risk: 'Changed risk rules',
    invite_member: 'Invited somebody to a merchant',
    request_admin: 'Requested a first admin',
    confirm_admin: 'Confirmed a first admin',
    withdraw_admin_request: 'Withdrew the request for a first admin',
  } satisfies Record<OwnKind | SupportKind, string>,
}
