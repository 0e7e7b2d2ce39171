/**
 * Who owes whom, in double entry. Debits are positive, credits negative, and the entries of one change sum to zero.
 *
 * `cash`: what the card processor holds for us. `customer`: what the customer owes us (negative: what we hold of theirs).
 * `merchant`: what we owe the merchant (negative amounts, for it is our debt). `write_off`: what customers owe and no card can be
 * charged, for it is too little.
 */
export type Account = 'cash' | 'customer' | 'merchant' | 'write_off'
type Cause = 'down_payment' | 'installment' | 'capture' | 'refund' | 'customer_refund' | 'failed_return' | 'write_off'

/** The words that rows carry, which are append only: some were chosen before the causes had their names. */
export const storedCauses: Readonly<Record<Cause, string>> = {
  down_payment: 'down_payment',
  installment: 'installment',
  capture: 'capture',
  refund: 'refund',
  customer_refund: 'pay_back',
  failed_return: 'failed_return',
  write_off: 'write_off',
}

export interface Entry {
  readonly account: Account
  readonly cause: Cause
  readonly amountMinor: bigint
}

function transfer(cause: Cause, debit: Account, credit: Account, amountMinor: bigint): Entry[] {
  if (amountMinor <= 0n) throw new Error(`a ${cause} of ${amountMinor} minor units moves nothing`)
  return [
    { account: debit, cause, amountMinor },
    { account: credit, cause, amountMinor: -amountMinor },
  ]
}

/** The customer pays the first part when the payment is authorized: cash comes in, and we hold it for the customer. */
export function downPaymentEntries(amountMinor: bigint): Entry[] {
  return transfer('down_payment', 'cash', 'customer', amountMinor)
}

/** The customer pays a later part. */
export function installmentEntries(amountMinor: bigint): Entry[] {
  return transfer('installment', 'cash', 'customer', amountMinor)
}

/** The merchant delivers: the customer owes the captured amount, and we owe it to the merchant. */
export function captureEntries(amountMinor: bigint): Entry[] {
  return transfer('capture', 'customer', 'merchant', amountMinor)
}

/** The merchant takes goods back: the capture in reverse. */
export function refundEntries(amountMinor: bigint): Entry[] {
  return transfer('refund', 'merchant', 'customer', amountMinor)
}

/** Money that the customer paid for what is not delivered or was refunded goes back to the card. */
export function customerRefundEntries(amountMinor: bigint): Entry[] {
  return transfer('customer_refund', 'customer', 'cash', amountMinor)
}

/** Money that was to go back to a card stays with the processor, and we owe it to the customer again. */
export function failedReturnEntries(amountMinor: bigint): Entry[] {
  return transfer('failed_return', 'cash', 'customer', amountMinor)
}

/** What the customer owes is given up. */
export function writeOffEntries(amountMinor: bigint): Entry[] {
  return transfer('write_off', 'write_off', 'customer', amountMinor)
}

/** What was given up is not owed any more: a refund has made the plan smaller. */
function revertedWriteOffEntries(amountMinor: bigint): Entry[] {
  return transfer('write_off', 'customer', 'write_off', amountMinor)
}

/** What is written off changes by so much: more is given up, or below zero less. None where nothing changes. */
export function writtenOffEntries(moreMinor: bigint): Entry[] {
  if (moreMinor === 0n) return []
  return moreMinor > 0n ? writeOffEntries(moreMinor) : revertedWriteOffEntries(-moreMinor)
}
