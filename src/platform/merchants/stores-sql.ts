/** How other rooms look at stores and merchants: SQL for their joins. The tables are this room's. */

/** SQL: the code, the name and the logo of every store, to be joined by `merchant_id` and `store_id`. */
export const storeNames =
  'select merchant_id, id as store_id, merchant_code, name as store_name, logo as store_logo from stores'

/** SQL: the currency of every store, to be joined by `merchant_id` and `store_id`. */
export const storeCurrencies = 'select merchant_id, id as store_id, currency from stores'

/** SQL: what captures of a store cost, as JSON (`FeeRatesRecord`); null where it has no fees. Both are expressions. */
export function feeRatesOfStore(merchantId: string, storeId: string): string {
  return `(select json_build_object('percent', fee_percent, 'fixed_minor', fee_fixed_minor::text,
       'vat_percent', fee_vat_percent, 'refund', fee_refund)
     from stores where merchant_id = ${merchantId} and id = ${storeId}
       and (fee_percent > 0 or fee_fixed_minor > 0 or fee_refund <> 'percent'))`
}

/** SQL: whom the bank pays what a store is owed, to be joined by `merchant_id` and `store_id`; empty where nobody is named. */
export const storeBeneficiaries =
  'select merchant_id, id as store_id, merchant_code, code_key, beneficiary_name, beneficiary_iban from stores'
