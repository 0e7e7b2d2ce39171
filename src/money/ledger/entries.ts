/**
 * Double-entry accounts (docs/money.md#chart-of-accounts). Debits are positive, credits negative, and the entries of
 * one change sum to zero.
 *
 * - `card_clearing`: money at the card processor.
 * - `customer_receivable`: what customers owe (negative: what the service owes them).
 * - `refunds_payable`: returns to cards until the processor confirms them.
 * - `merchant_payable`: what the service owes the merchant, less fees.
 * - `merchant_paid_out`: what the bank has paid to the merchant.
 * - `fee_income`, `fee_vat_payable`: the merchant's fees, and the VAT on them.
 * - `service_fee_income`: the fees that customers pay for their plans.
 * - `write_off`: debts of customers that are too small for any card.
 */
export type Account =
  | 'card_clearing'
  | 'customer_receivable'
  | 'refunds_payable'
  | 'merchant_payable'
  | 'merchant_paid_out'
  | 'fee_income'
  | 'fee_vat_payable'
  | 'service_fee_income'
  | 'write_off'

export type Cause =
  | 'down_payment'
  | 'installment'
  | 'capture'
  | 'refund'
  | 'customer_refund'
  | 'confirmed_return'
  | 'failed_return'
  | 'write_off'
  | 'fee'
  | 'fee_vat'
  | 'service_fee'
  | 'payout'
  | 'opening'

// The only place that maps names to stored words. Rows are sealed and never change, so the first words stay
// (docs/decisions/0104-stored-words.md).
/** The word of each account in the table. */
export const storedAccounts: Readonly<Record<Account, string>> = {
  card_clearing: 'cash',
  customer_receivable: 'customer',
  refunds_payable: 'refunds_payable',
  merchant_payable: 'merchant',
  merchant_paid_out: 'merchant_paid_out',
  fee_income: 'fee_income',
  fee_vat_payable: 'fee_vat_payable',
  service_fee_income: 'service_fee_income',
  write_off: 'write_off',
}

/** The word of each cause in the table. */
export const storedCauses: Readonly<Record<Cause, string>> = {
  down_payment: 'down_payment',
  installment: 'installment',
  capture: 'capture',
  refund: 'refund',
  customer_refund: 'pay_back',
  confirmed_return: 'confirmed_return',
  failed_return: 'failed_return',
  write_off: 'write_off',
  fee: 'fee',
  fee_vat: 'fee_vat',
  service_fee: 'service_fee',
  payout: 'payout',
  opening: 'opening',
}

/** All accounts and causes, in the order in which lists show them. */
export const accounts = Object.keys(storedAccounts) as Account[]
export const causes = Object.keys(storedCauses) as Cause[]

export interface Entry {
  readonly account: Account
  readonly cause: Cause
  readonly amountMinor: bigint
}

/** Returns the entry as the saving statement takes it, without the number of its change. */
export function entryRecordOf({ account, cause, amountMinor }: Entry) {
  return { account: storedAccounts[account], cause: storedCauses[cause], amount_minor: amountMinor }
}

const namesOf = (stored: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(stored).map(([name, word]) => [word, name]))
const accountNames = namesOf(storedAccounts)
const causeNames = namesOf(storedCauses)

/**
 * Returns the account of a stored word. Returns the word itself if it is unknown: then a person wrote the row by
 * hand.
 */
export function accountFrom(word = ''): string {
  return accountNames.get(word) ?? word
}

/**
 * Returns the cause of a stored word. Returns the word itself if it is unknown: then a person wrote the row by
 * hand.
 */
export function causeFrom(word = ''): string {
  return causeNames.get(word) ?? word
}

function transfer(cause: Cause, debit: Account, credit: Account, amountMinor: bigint): Entry[] {
  if (amountMinor <= 0n) throw new Error(`a ${cause} of ${amountMinor} minor units moves nothing`)
  return [
    { account: debit, cause, amountMinor },
    { account: credit, cause, amountMinor: -amountMinor },
  ]
}

/** Returns the transfer of a signed amount: reversed below zero, none for zero. */
function signedTransfer(cause: Cause, debit: Account, credit: Account, amountMinor: bigint): Entry[] {
  if (amountMinor === 0n) return []
  return amountMinor > 0n ? transfer(cause, debit, credit, amountMinor) : transfer(cause, credit, debit, -amountMinor)
}

/** The customer pays the first part at authorization: the service holds it for the customer. */
export function downPaymentEntries(amountMinor: bigint): Entry[] {
  return transfer('down_payment', 'card_clearing', 'customer_receivable', amountMinor)
}

/** The customer pays a later part. */
export function installmentEntries(amountMinor: bigint): Entry[] {
  return transfer('installment', 'card_clearing', 'customer_receivable', amountMinor)
}

/** A capture: the customer owes the amount, and the service owes it to the merchant. */
export function captureEntries(amountMinor: bigint): Entry[] {
  return transfer('capture', 'customer_receivable', 'merchant_payable', amountMinor)
}

/** A refund: the capture in reverse. */
export function refundEntries(amountMinor: bigint): Entry[] {
  return transfer('refund', 'merchant_payable', 'customer_receivable', amountMinor)
}

/** The fee of a movement and its VAT; negative for a refunded fee. Empty if both are zero. */
export function feeEntries(feeMinor: bigint, vatMinor: bigint): Entry[] {
  return [
    ...signedTransfer('fee', 'merchant_payable', 'fee_income', feeMinor),
    ...signedTransfer('fee_vat', 'merchant_payable', 'fee_vat_payable', vatMinor),
  ]
}

/** A change of the customer's fee: what the customer owes for the plan. Negative where less of it is kept. */
export function serviceFeeEntries(moreMinor: bigint): Entry[] {
  return signedTransfer('service_fee', 'customer_receivable', 'service_fee_income', moreMinor)
}

/** A return to the card is due: the customer paid for goods that were not delivered or were refunded. */
export function customerRefundEntries(amountMinor: bigint): Entry[] {
  return transfer('customer_refund', 'customer_receivable', 'refunds_payable', amountMinor)
}

/** The processor confirmed a return. */
export function confirmedReturnEntries(amountMinor: bigint): Entry[] {
  return transfer('confirmed_return', 'refunds_payable', 'card_clearing', amountMinor)
}

/** A confirmed return failed: reverses the entries of the confirmation. */
export function reversedReturnEntries(amountMinor: bigint): Entry[] {
  return transfer('confirmed_return', 'card_clearing', 'refunds_payable', amountMinor)
}

/** A return failed: the money stays at the processor, and the service owes it to the customer. */
export function failedReturnEntries(amountMinor: bigint): Entry[] {
  return transfer('failed_return', 'refunds_payable', 'customer_receivable', amountMinor)
}

/** A write-off of the customer's debt. */
export function writeOffEntries(amountMinor: bigint): Entry[] {
  return transfer('write_off', 'write_off', 'customer_receivable', amountMinor)
}

/** A change of the written-off amount. Negative after a refund that made the plan smaller. */
export function writtenOffEntries(moreMinor: bigint): Entry[] {
  return signedTransfer('write_off', 'write_off', 'customer_receivable', moreMinor)
}

/** A payout to the merchant. */
export function payoutEntries(amountMinor: bigint): Entry[] {
  return transfer('payout', 'merchant_payable', 'merchant_paid_out', amountMinor)
}
