/**
 * SQL: how many payments merchant :merchantId has in mode :isTest up to :paymentId, itself included, in the order in which they were made:
 * ordinal. Nothing where there is no such payment.
 */
export const ordinalOfPayment = `select count(*)::int4 as ordinal
   from payments as payment join payments as earlier using (merchant_id, is_test)
   where payment.merchant_id = :merchantId and payment.is_test = :isTest and payment.id = :paymentId
     and (earlier.created_at, earlier.id) <= (payment.created_at, payment.id)
   having count(*) > 0`
