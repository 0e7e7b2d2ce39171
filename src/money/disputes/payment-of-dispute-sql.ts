/** SQL: the payment that dispute :id of merchant :merchantId is about: payment_id. */
export const paymentOfDispute = 'select payment_id from disputes where merchant_id = :merchantId and id = :id'
