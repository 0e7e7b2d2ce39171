/** SQL: a member of a `with` that removes what is noted of the things in `gone`, which has id, of merchant :merchantId. */
export const removeRetries = `gone_retries as (
     delete from due_retries as retry using gone
     where retry.merchant_id = :merchantId and retry.kind = any(array['payment', 'collection', 'dispute']) and retry.id = gone.id
   )`
