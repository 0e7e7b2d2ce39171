/** What people of both back offices do to their own account and their team. */
export const ownKinds = [
  'sign_in',
  'sign_out',
  'change_password',
  'set_second_factor',
  'remove_second_factor',
  'make_recovery_codes',
  'use_recovery_code',
  'add_passkey',
  'remove_passkey',
  'refuse_passkey',
  'require_second_factor',
  'stop_requiring_second_factor',
  'change_name',
  'end_session',
  'end_other_sessions',
  'switch_merchant',
  'invite_person',
  'withdraw_invitation',
  'accept_invitation',
  'change_role',
  'remove_member',
] as const

export type OwnKind = (typeof ownKinds)[number]

/** What a merchant's people do at the dashboard, without `ownKinds`. */
export const dashboardKinds = [
  'capture',
  'refund',
  'close',
  'change_reference',
  'export_settlements',
  'approve_dispute',
  'challenge_dispute',
  'provide_evidence',
  'make_link',
  'send_link',
  'cancel_link',
  'export_payments',
  'export_evidence',
  'resend_notification',
  'register_webhook',
  'replace_webhook',
  'remove_webhook',
  'enable_webhook',
  'resend_notifications',
  'stop_resending',
  'send_test_event',
  'rotate_signing',
  'stop_signing',
  'issue_key',
  'revoke_key',
  'change_store',
  'change_beneficiary',
  'export_activity',
  'advance_clock',
  'add_fault',
  'remove_fault',
  'begin_certificate',
  'skip_scenario',
  'stop_certificate',
] as const

export type DashboardKind = (typeof dashboardKinds)[number]

/** What agents do at the support console, without `ownKinds`. The dashboard has some of them, too. */
export const supportKinds = [
  'open_personal',
  'see_as_merchant',
  'take_over',
  'dispute_request_evidence',
  'dispute_comment',
  'dispute_accept_amount',
  'dispute_refund',
  'dispute_decline',
  'download_evidence',
  'export_evidence',
  'resend_notification',
  'approve_order',
  'decline_order',
  'ask_return',
  'confirm_return',
  'withdraw_return',
  'block_customer',
  'unblock_customer',
  'unlock_code',
  'export_customer',
  'correct_customer',
  'ask_erasure',
  'confirm_erasure',
  'withdraw_erasure',
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

/** The kind of an activity. The back offices have a word for each. */
export type ActivityKind = OwnKind | DashboardKind | SupportKind

export const activityKinds: readonly ActivityKind[] = [...new Set([...ownKinds, ...dashboardKinds, ...supportKinds])]
