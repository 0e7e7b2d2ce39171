/** SQL: members of a `with` that remove charges and returns of the payments in `gone`, which has id, of merchant :merchantId: `gone_returns` has the ids of returns. */
export const removeCharges = `gone_charges as (
     delete from charges as charge using gone where charge.merchant_id = :merchantId and charge.payment_id = gone.id
   ), gone_returns as (
     delete from returns as given_back using gone
     where given_back.merchant_id = :merchantId and given_back.payment_id = gone.id returning given_back.id
   )`

/** SQL: a member of a `with` that removes so many (:limit) kept cards of merchant :merchantId in the mode :isTest. */
export const removeCards = `gone_cards as (
     delete from saved_cards as card
     where card.merchant_id = :merchantId and card.ctid = any(array(
       select ctid from saved_cards where merchant_id = :merchantId and is_test = :isTest limit :limit
     ))
     returning 1
   )`
