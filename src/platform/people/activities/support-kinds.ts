/** What support does that is written down, beside what is everybody's own; some of it is done at the dashboard, too. */
export const supportKinds = [
  'open_personal',
  'see_as_merchant',
  'dispute_request_evidence',
  'dispute_comment',
  'dispute_accept_amount',
  'dispute_refund',
  'dispute_decline',
  'download_evidence',
  'resend_notification',
  'ask_return',
  'confirm_return',
  'withdraw_return',
  'block_customer',
  'unblock_customer',
  'unlock_code',
  'make_merchant',
  'add_store',
  'change_store',
  'change_risk',
  // Only in logs of version 0.1.0, where one agent could invite.
  'invite_member',
  'request_admin',
  'confirm_admin',
  'withdraw_admin_request',
] as const

export type SupportKind = (typeof supportKinds)[number]
