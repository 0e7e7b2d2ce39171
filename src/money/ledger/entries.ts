/**
 * Who owes whom, in double entry (docs/money.md#chart-of-accounts). Debits are positive, credits negative, and the entries of one change
 * sum to zero.
 *
 * - `card_clearing`: what the card processor holds for us.
 * - `customer_receivable`: what customers owe us (negative: what we hold of theirs).
 * - `refunds_payable`: what we owe to a card until the processor confirms that it has gone back.
 * - `merchant_payable`: what we owe the merchant, fees taken off.
 * - `merchant_paid_out`: what left our bank for the merchant.
 * - `fee_income`, `fee_vat_payable`: what the merchant paid us, and the tax on it that is not ours.
 * - `write_off`: what customers owe and no card can be charged, for it is too little.
 */
export type Account =
  | 'card_clearing'
  | 'customer_receivable'
  | 'refunds_payable'
  | 'merchant_payable'
  | 'merchant_paid_out'
  | 'fee_income'
  | 'fee_vat_payable'
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
  payout: 'payout',
  opening: 'opening',
}

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

/** Returns the account of a stored word. Returns the word itself if it is unknown: then a person wrote the row by hand. */
export function accountFrom(word = ''): string {
  return accountNames.get(word) ?? word
}

/** Returns the cause of a stored word. Returns the word itself if it is unknown: then a person wrote the row by hand. */
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

/** The same where it may also move back, below zero, or not at all. */
function signedTransfer(cause: Cause, debit: Account, credit: Account, amountMinor: bigint): Entry[] {
  if (amountMinor === 0n) return []
  return amountMinor > 0n ? transfer(cause, debit, credit, amountMinor) : transfer(cause, credit, debit, -amountMinor)
}

/** The customer pays the first part when the payment is authorized: money comes in, and we hold it for the customer. */
export function downPaymentEntries(amountMinor: bigint): Entry[] {
  return transfer('down_payment', 'card_clearing', 'customer_receivable', amountMinor)
}

/** The customer pays a later part. */
export function installmentEntries(amountMinor: bigint): Entry[] {
  return transfer('installment', 'card_clearing', 'customer_receivable', amountMinor)
}

/** The merchant delivers: the customer owes the captured amount, and we owe it to the merchant. */
export function captureEntries(amountMinor: bigint): Entry[] {
  return transfer('capture', 'customer_receivable', 'merchant_payable', amountMinor)
}

/** The merchant takes goods back: the capture in reverse. */
export function refundEntries(amountMinor: bigint): Entry[] {
  return transfer('refund', 'merchant_payable', 'customer_receivable', amountMinor)
}

/** What the merchant pays for a movement, and the VAT on it; below zero, what is given back. None where both are zero. */
export function feeEntries(feeMinor: bigint, vatMinor: bigint): Entry[] {
  return [
    ...signedTransfer('fee', 'merchant_payable', 'fee_income', feeMinor),
    ...signedTransfer('fee_vat', 'merchant_payable', 'fee_vat_payable', vatMinor),
  ]
}

/** Money that the customer paid for what is not delivered or was refunded is to go back to the card. */
export function customerRefundEntries(amountMinor: bigint): Entry[] {
  return transfer('customer_refund', 'customer_receivable', 'refunds_payable', amountMinor)
}

/** It has gone back: the processor says so. */
export function confirmedReturnEntries(amountMinor: bigint): Entry[] {
  return transfer('confirmed_return', 'refunds_payable', 'card_clearing', amountMinor)
}

/** Reverses the entries of a confirmation: the return has failed after it. */
export function reversedReturnEntries(amountMinor: bigint): Entry[] {
  return transfer('confirmed_return', 'card_clearing', 'refunds_payable', amountMinor)
}

/** It stays with the processor, and we owe it to the customer again. */
export function failedReturnEntries(amountMinor: bigint): Entry[] {
  return transfer('failed_return', 'refunds_payable', 'customer_receivable', amountMinor)
}

/** What the customer owes is given up. */
export function writeOffEntries(amountMinor: bigint): Entry[] {
  return transfer('write_off', 'write_off', 'customer_receivable', amountMinor)
}

/** What is written off changes by so much: more is given up, or below zero less, for a refund has made the plan smaller. */
export function writtenOffEntries(moreMinor: bigint): Entry[] {
  return signedTransfer('write_off', 'write_off', 'customer_receivable', moreMinor)
}

/** The merchant is paid what was settled. */
export function payoutEntries(amountMinor: bigint): Entry[] {
  return transfer('payout', 'merchant_payable', 'merchant_paid_out', amountMinor)
}
