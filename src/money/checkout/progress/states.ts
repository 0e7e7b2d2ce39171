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
  | 'reserved'
  | 'over'

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
  | 'lose_link'
  | 'hear_from_link'

/**
 * The transitions of the payment page, and their next stages. A form of a page in another stage (a double click, the
 * back button, another tab) does nothing and shows the stage. `reserved`: another session of the payment link is being
 * paid. `over`: another session of the link was paid, or the link was cancelled.
 */
export const checkoutStages = defineStates<Stage, StageTransition>('payment page', ['order', 'referred', 'refused'], {
  referred: {
    hear_from_support: ['order', 'refused'],
    cancel: ['cancelled'],
    run_out_of_time: ['refused', 'expired'],
    lose_link: ['over'],
  },
  order: { send_code: ['code'], cancel: ['cancelled'], run_out_of_time: ['expired'], lose_link: ['over'] },
  code: {
    send_code: ['code'],
    resend_code: ['code'],
    enter_code: ['card', 'confirm', 'refused', 'code', 'locked', 'reserved'],
    cancel: ['cancelled'],
    run_out_of_time: ['expired', 'locked'],
    lose_link: ['over'],
  },
  card: {
    give_card: ['confirm', 'card', 'locked', 'reserved'],
    cancel: ['cancelled'],
    run_out_of_time: ['expired'],
    lose_link: ['over'],
  },
  confirm: {
    give_card: ['confirm', 'locked'],
    pay: ['confirm', 'waiting', 'challenge', 'approved', 'refused', 'card', 'locked', 'expired', 'reserved', 'over'],
    cancel: ['cancelled'],
    run_out_of_time: ['expired'],
    hear_from_link: ['reserved'],
    lose_link: ['over'],
  },
  reserved: {
    hear_from_link: ['confirm'],
    cancel: ['cancelled'],
    run_out_of_time: ['expired'],
    lose_link: ['over'],
  },
  challenge: {
    answer_bank: ['approved', 'card', 'locked', 'waiting', 'expired'],
    hear_from_bank: ['approved', 'card', 'locked', 'expired'],
    cancel: ['cancelled', 'approved'],
    run_out_of_time: ['expired'],
    lose_link: ['over'],
  },
  waiting: { hear_from_bank: ['approved', 'card', 'challenge', 'locked', 'expired'], run_out_of_time: ['expired'] },
  approved: {},
  refused: {},
  cancelled: { lose_link: ['over'] },
  expired: { lose_link: ['over'] },
  locked: { cancel: ['cancelled'], run_out_of_time: ['expired'], lose_link: ['over'] },
  over: {},
})
