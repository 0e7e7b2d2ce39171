/**
 * SQL: members of a `with` that remove at most :limit text messages and :limit movements of the sandbox's processor,
 * of merchant :merchantId and mode :isTest.
 */
export const removeOutside = `gone_texts as (
     delete from outbox_messages as message
     where message.merchant_id = :merchantId and message.ctid = any(array(
       select ctid from outbox_messages where merchant_id = :merchantId and is_test = :isTest limit :limit
     ))
     returning 1
   ), gone_movements as (
     delete from sandbox_processor_movements as moved
     where moved.merchant_id = :merchantId and moved.ctid = any(array(
       select ctid from sandbox_processor_movements where merchant_id = :merchantId and is_test = :isTest limit :limit
     ))
     returning 1
   )`
