/** SQL: members of a `with` that remove so many disputes (:limit) of merchant :merchantId with their histories. `gone` has their ids. */
export const removeDisputes = `gone as materialized (
     select id from disputes where merchant_id = :merchantId limit :limit for update
   ), gone_disputes as (
     delete from disputes as dispute using gone where dispute.merchant_id = :merchantId and dispute.id = gone.id
   ), gone_history as (
     delete from dispute_history as step using gone where step.merchant_id = :merchantId and step.dispute_id = gone.id
   )`
