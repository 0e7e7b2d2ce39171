import { bytea, int4, nullable, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

const invitation = {
  merchant_id: uuid,
  id: uuid,
  desk: text,
  email: text,
  role: nullable(text),
  invited_by: text,
  created_at: timestamptz,
  ends_at: timestamptz,
}
const columns = Object.keys(invitation).join(', ')
const isOpen = 'used_at is null and ends_at > :now'

export const insertInvitation = defineStatement(
  'insert_invitation',
  { ...invitation, token_hash: bytea },
  {},
  `insert into invitations (${columns}, token_hash)
   values (${[...Object.keys(invitation), 'token_hash'].map((name) => `:${name}`).join(', ')})`,
)

// Only the newest link of an e-mail works.
export const withdrawInvitations = defineStatement(
  'withdraw_invitations',
  { merchantId: uuid, backOffice: text, email: text, now: timestamptz },
  { id: uuid },
  `update invitations set ends_at = :now
   where merchant_id = :merchantId and desk = :backOffice and email = :email and ${isOpen} returning id`,
)

export const withdrawInvitation = defineStatement(
  'withdraw_invitation',
  { merchantId: uuid, id: uuid, now: timestamptz },
  { email: text },
  `update invitations set ends_at = :now where merchant_id = :merchantId and id = :id and ${isOpen} returning email`,
)

export const countInvitations = defineStatement(
  'count_invitations',
  { merchantId: uuid, backOffice: text, since: timestamptz },
  { invitations: int4 },
  `select count(*)::int4 as invitations from invitations
   where merchant_id = :merchantId and desk = :backOffice and created_at > :since`,
)

export const listInvitations = defineStatement(
  'list_invitations',
  { merchantId: uuid, backOffice: text, now: timestamptz },
  invitation,
  `select ${columns} from invitations
   where merchant_id = :merchantId and desk = :backOffice and ${isOpen} order by created_at desc, id`,
)

// A link has only its token: the merchant follows from it.
export const findInvitation = defineStatement(
  'find_invitation',
  { tokenHash: bytea, backOffice: text, now: timestamptz },
  invitation,
  `select ${columns} from invitations where token_hash = :tokenHash and desk = :backOffice and ${isOpen}`,
)

// Of two concurrent uses, one returns a row.
export const useInvitation = defineStatement(
  'use_invitation',
  { merchantId: uuid, id: uuid, now: timestamptz },
  { id: uuid },
  `update invitations set used_at = :now where merchant_id = :merchantId and id = :id and ${isOpen} returning id`,
)

// Several processes may sweep at the same time: locked rows are skipped.
export const deleteOldInvitations = defineStatement(
  'delete_old_invitations',
  { before: timestamptz, most: int4 },
  { id: uuid },
  `delete from invitations as invitation using (
     select merchant_id, id from invitations where ends_at <= :before order by ends_at limit :most for update skip locked
   ) as over
   where invitation.merchant_id = over.merchant_id and invitation.id = over.id
   returning invitation.id`,
)
