/** SQL: a member of a `with` that removes the erasures of the payments in `gone`, which has id, of merchant :merchantId. */
export const removeErasures = `gone_erasures as (
     delete from erasures as erasure using gone where erasure.merchant_id = :merchantId and erasure.id = gone.id
   )`
