/**
 * SQL: members of a `with` that remove collections and messages of the payments in `gone`, which has id, of merchant
 * :merchantId.
 */
export const removeCollections = `gone_collections as (
     delete from collections as collection using gone
     where collection.merchant_id = :merchantId and collection.id = gone.id
   ), gone_messages as (
     delete from customer_messages as message using gone
     where message.merchant_id = :merchantId and message.payment_id = gone.id
   )`
