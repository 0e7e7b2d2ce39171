/** SQL: the payment of session :id of merchant :merchantId in mode :isTest: payment_id. */
export const paymentOfSession =
  'select payment_id from sessions where merchant_id = :merchantId and is_test = :isTest and id = :id'

/**
 * SQL: members of a `with` that remove sessions and visits of the payments in `gone`, which has id, of merchant
 * :merchantId.
 */
export const removeSessions = `gone_sessions as (
     delete from sessions as session using gone
     where session.merchant_id = :merchantId and session.payment_id = gone.id returning session.id
   ), gone_visits as (
     delete from visits as visit using gone_sessions
     where visit.merchant_id = :merchantId and visit.session_id = gone_sessions.id
   )`

/** SQL: a member of a `with` that removes :limit payment links of merchant :merchantId in mode :isTest. */
export const removeLinks = `gone_links as (
     delete from payment_links as link
     where link.merchant_id = :merchantId and link.ctid = any(array(
       select ctid from payment_links where merchant_id = :merchantId and is_test = :isTest limit :limit
     ))
     returning 1
   )`

/** SQL: a member of a `with` that removes :limit quotas of messages, likewise. */
export const removeQuotas = `gone_quotas as (
     delete from message_quotas as quota
     where quota.merchant_id = :merchantId and quota.ctid = any(array(
       select ctid from message_quotas
       where merchant_id = :merchantId and split_part(counted, ' ', 2) = case when :isTest then 'test' else 'live' end limit :limit
     ))
     returning 1
   )`
