/** SQL: the payment of session :id of merchant :merchantId in mode :isTest: payment_id. */
export const paymentOfSession =
  'select payment_id from sessions where merchant_id = :merchantId and is_test = :isTest and id = :id'
