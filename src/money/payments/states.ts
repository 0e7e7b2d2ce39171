import { defineStates } from '../../platform/base/states.ts'

export type PaymentStatus = 'CREATED' | 'AUTHORIZED' | 'CLOSED' | 'REJECTED' | 'EXPIRED'

/**
 * Transitions of a payment after its creation. `approve`: support approves a referred order. `capture` includes
 * automatic captures. `collect`: the customer has paid a later part. `fail_return`: a return to a card has failed.
 * `correct`, `erase`: the customer's data were corrected or erased.
 */
export type PaymentTransition =
  | 'approve'
  | 'authorize'
  | 'reject'
  | 'expire'
  | 'capture'
  | 'close'
  | 'refund'
  | 'update_reference'
  | 'open_dispute'
  | 'end_dispute'
  | 'collect'
  | 'fail_return'
  | 'write_off'
  | 'correct'
  | 'erase'

/** The life of a payment (docs/contract/payments.md#life). */
export const paymentStates = defineStates<PaymentStatus, PaymentTransition>('payment', ['CREATED', 'REJECTED'], {
  CREATED: {
    approve: ['CREATED'],
    authorize: ['AUTHORIZED'],
    reject: ['REJECTED'],
    expire: ['EXPIRED'],
    update_reference: ['CREATED'],
    correct: ['CREATED'],
  },
  AUTHORIZED: {
    capture: ['AUTHORIZED', 'CLOSED'],
    close: ['CLOSED'],
    update_reference: ['AUTHORIZED'],
    collect: ['AUTHORIZED'],
    fail_return: ['AUTHORIZED'],
    correct: ['AUTHORIZED'],
  },
  CLOSED: {
    refund: ['CLOSED'],
    update_reference: ['CLOSED'],
    open_dispute: ['CLOSED'],
    end_dispute: ['CLOSED'],
    collect: ['CLOSED'],
    fail_return: ['CLOSED'],
    write_off: ['CLOSED'],
    correct: ['CLOSED'],
    erase: ['CLOSED'],
  },
  REJECTED: { update_reference: ['REJECTED'], correct: ['REJECTED'], erase: ['REJECTED'] },
  EXPIRED: { update_reference: ['EXPIRED'], correct: ['EXPIRED'], erase: ['EXPIRED'] },
})
