/**
 * SQL: members of a `with` that remove so many payments (:limit) of merchant :merchantId in the mode :isTest, with their orders and
 * histories. `gone` has their ids.
 */
export const removePayments = `gone as materialized (
     select id from payments where merchant_id = :merchantId and is_test = :isTest limit :limit for update
   ), gone_payments as (
     delete from payments as payment using gone where payment.merchant_id = :merchantId and payment.id = gone.id
   ), gone_orders as (
     delete from payment_orders as ordered using gone
     where ordered.merchant_id = :merchantId and ordered.payment_id = gone.id
   ), gone_steps as (
     delete from payment_timeline as step using gone where step.merchant_id = :merchantId and step.payment_id = gone.id
   ), gone_requests as (
     delete from return_requests as request using gone
     where request.merchant_id = :merchantId and request.payment_id = gone.id
   )`

/**
 * SQL: a member of a `with` that removes so many (:limit) of what payments of merchant :merchantId in the mode :isTest were found by. A payment
 * that was made meanwhile keeps its own.
 */
export const removeTerms = `gone_terms as (
     delete from payment_search_terms as term
     where term.merchant_id = :merchantId and term.ctid = any(array(
       select found_by.ctid from payment_search_terms as found_by
       where found_by.merchant_id = :merchantId and found_by.is_test = :isTest and not exists (
         select 1 from payments where merchant_id = :merchantId and id = found_by.payment_id
       )
       limit :limit
     ))
     returning 1
   )`
