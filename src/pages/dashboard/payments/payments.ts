import type { Section } from '../page.ts'
import { submitCaptures } from './capture-forms.ts'
import { submitCapture, submitClose, submitReference, submitRefund, submitResend } from './payment-forms.ts'
import { downloadEvidence, downloadPayment, viewPayment } from './view-payment.ts'
import { exportPayments, viewPayments } from './view-payments.ts'

/** Payments: find, read, capture, close and refund. */
export const payments: Section = {
  pages: [
    { path: '/payments', permission: 'see_payments', view: viewPayments },
    { path: '/payments.csv', isFile: true, permission: 'export', view: exportPayments },
    { path: '/payments/:id', permission: 'see_payments', view: viewPayment },
    { path: '/payments/:id/json', isFile: true, permission: 'see_payments', view: downloadPayment },
    { path: '/payments/:id/evidence', isFile: true, permission: 'see_payments', view: downloadEvidence },
  ],
  forms: [
    { path: '/payments/capture', permission: 'move_money', submit: submitCaptures },
    { path: '/payments/:id/capture', permission: 'move_money', submit: submitCapture },
    { path: '/payments/:id/refund', permission: 'move_money', submit: submitRefund },
    { path: '/payments/:id/close', permission: 'move_money', submit: submitClose },
    { path: '/payments/:id/reference', permission: 'move_money', submit: submitReference },
    { path: '/payments/:id/resend', permission: 'change_webhooks', submit: submitResend },
  ],
}
