import { removeCards, removeCharges } from '../../../money/charges/charges-sql.ts'
import { removeQuotas as ofQuotas, removeLinks, removeSessions } from '../../../money/checkout/checkout-sql.ts'
import { removeCollections } from '../../../money/collections/collections-sql.ts'
import { removeErasures } from '../../../money/customers/customers-sql.ts'
import { removeDisputes as ofDisputes } from '../../../money/disputes/disputes-sql.ts'
import { removePayments as ofPayments, removeTerms } from '../../../money/payments/payments-sql.ts'
import { callRemakeBooks, callRemovePosted } from '../../../money/settlements/settlements-sql.ts'
import { removeOutside } from '../../../platform/adapters/reset-sql.ts'
import { nilId } from '../../../platform/base/ids.ts'
import { bool, int4, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { removeRetries } from '../../../platform/due/due-sql.ts'
import { removeAnnouncements } from '../../../platform/webhooks/notifications-sql.ts'

const ofMode = { merchantId: uuid, isTest: bool }

const ofAll = [
  ...[ofPayments, removeSessions, removeCharges, removeCollections, removeAnnouncements, removeErasures],
  removeRetries,
]

// Payments, with their rows in other rooms' tables.
export const removePayments = defineStatement(
  'reset_payments',
  { ...ofMode, limit: int4 },
  { removed: int4, is_done: bool },
  `with ${ofAll.join(', ')}
   select count(*)::int4 as removed,
     ${callRemovePosted(':merchantId', 'array(select id from gone union all select id from gone_returns)')} as is_done
   from gone`,
)

export const removeDisputes = defineStatement(
  'reset_disputes',
  { merchantId: uuid, limit: int4 },
  { removed: int4 },
  `with ${[ofDisputes, removeRetries].join(', ')}
   select count(*)::int4 as removed from gone`,
)

// Rows without a payment. Test notifications name a payment that does not exist.
const others = ['gone_notifications', 'gone_terms', 'gone_links', 'gone_cards', 'gone_texts', 'gone_movements']

export const removeOthers = defineStatement(
  'reset_others',
  { ...ofMode, limit: int4 },
  { removed: int4 },
  `with gone as (
     select '${nilId}'::uuid as id
   ), ${[removeAnnouncements, removeTerms, removeLinks, removeCards, removeOutside].join(', ')}
   select (${others.map((name) => `(select count(*) from ${name})`).join(' + ')})::int4 as removed`,
)

// A statement of its own, because on a sharded store quotas are on another node than the merchant.
export const removeQuotas = defineStatement(
  'reset_quotas',
  { ...ofMode, limit: int4 },
  { removed: int4 },
  `with ${ofQuotas} select count(*)::int4 as removed from gone_quotas`,
)

export const remakeBooks = defineStatement(
  'reset_books',
  ofMode,
  { is_done: bool },
  `select ${callRemakeBooks(':merchantId', ':isTest')} as is_done`,
)
