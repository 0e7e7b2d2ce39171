/** Somebody holds the payment, or changes it all the time: the charge stays open and is settled later. */
export class PaymentBusy extends Error {
  override readonly name = 'PaymentBusy'
}
