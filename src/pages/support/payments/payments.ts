import type { Section } from '../page.ts'
import { submitOpen } from './open-form.ts'
import { submitResend } from './resend-form.ts'
import { submitAskReturn, submitConfirmReturn, submitWithdrawReturn } from './return-forms.ts'
import { viewPayment } from './view-payment.ts'

/** A payment's whole story, whosesoever it is, and money that is given back by hand. */
export const payments: Section = {
  pages: [{ path: '/payments/:id', view: viewPayment }],
  forms: [
    { path: '/payments/:id/open', submit: submitOpen },
    { path: '/payments/:id/notifications/:notification/resend', submit: submitResend },
    { path: '/payments/:id/returns', submit: submitAskReturn },
    { path: '/payments/:id/returns/:request/confirm', submit: submitConfirmReturn },
    { path: '/payments/:id/returns/:request/withdraw', submit: submitWithdrawReturn },
  ],
}
