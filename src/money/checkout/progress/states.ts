import { defineStates } from '../../../platform/base/states.ts'

export type Stage =
  | 'referred'
  | 'order'
  | 'code'
  | 'card'
  | 'confirm'
  | 'challenge'
  | 'waiting'
  | 'approved'
  | 'refused'
  | 'cancelled'
  | 'expired'
  | 'locked'

export type StageTransition =
  | 'send_code'
  | 'resend_code'
  | 'enter_code'
  | 'give_card'
  | 'pay'
  | 'hear_from_bank'
  | 'answer_bank'
  | 'cancel'
  | 'run_out_of_time'
  | 'hear_from_support'

/**
 * The transitions of the payment page, and their next stages. A form of a page in another stage (a double click, the
 * back button, another tab) does nothing and shows the stage.
 */
export const checkoutStages = defineStates<Stage, StageTransition>('payment page', ['order', 'referred', 'refused'], {
  referred: { hear_from_support: ['order', 'refused'], cancel: ['cancelled'], run_out_of_time: ['refused', 'expired'] },
  order: { send_code: ['code'], cancel: ['cancelled'], run_out_of_time: ['expired'] },
  code: {
    send_code: ['code'],
    resend_code: ['code'],
    enter_code: ['card', 'confirm', 'refused', 'code', 'locked'],
    cancel: ['cancelled'],
    run_out_of_time: ['expired', 'locked'],
  },
  card: { give_card: ['confirm', 'card', 'locked'], cancel: ['cancelled'], run_out_of_time: ['expired'] },
  confirm: {
    give_card: ['confirm', 'locked'],
    pay: ['confirm', 'waiting', 'challenge', 'approved', 'refused', 'card', 'locked', 'expired'],
    cancel: ['cancelled'],
    run_out_of_time: ['expired'],
  },
  challenge: {
    answer_bank: ['approved', 'card', 'locked', 'waiting', 'expired'],
    hear_from_bank: ['approved', 'card', 'locked', 'expired'],
    cancel: ['cancelled', 'approved'],
    run_out_of_time: ['expired'],
  },
  waiting: { hear_from_bank: ['approved', 'card', 'challenge', 'locked', 'expired'], run_out_of_time: ['expired'] },
  approved: {},
  refused: {},
  cancelled: {},
  expired: {},
  locked: { cancel: ['cancelled'], run_out_of_time: ['expired'] },
})
