import type { Section } from '../page.ts'
import { submitResend, submitResendRange, submitTestEvent } from './delivery-forms.ts'
import { submitRotate, submitStop } from './signing-forms.ts'
import { viewDelivery } from './view-delivery.ts'
import { viewNewWebhook } from './view-new-webhook.ts'
import { viewWebhook } from './view-webhook.ts'
import { viewWebhooks } from './view-webhooks.ts'
import { submitEnable, submitRegister, submitRemove, submitReplace } from './webhook-forms.ts'

/** Webhooks: where events are sent, what became of each, and how they are signed. */
export const webhooks: Section = {
  pages: [
    { path: '/webhooks', deed: 'see_webhooks', view: viewWebhooks },
    { path: '/webhooks/new', deed: 'change_webhooks', view: viewNewWebhook },
    { path: '/webhooks/:id', deed: 'see_webhooks', view: viewWebhook },
    { path: '/webhooks/:id/events/:event', deed: 'see_webhooks', view: viewDelivery },
  ],
  forms: [
    { path: '/webhooks', deed: 'change_webhooks', submit: submitRegister },
    { path: '/webhooks/signing/rotate', deed: 'change_webhooks', submit: submitRotate },
    { path: '/webhooks/signing/stop', deed: 'change_webhooks', submit: submitStop },
    { path: '/webhooks/:id/replace', deed: 'change_webhooks', submit: submitReplace },
    { path: '/webhooks/:id/remove', deed: 'change_webhooks', submit: submitRemove },
    { path: '/webhooks/:id/enable', deed: 'change_webhooks', submit: submitEnable },
    { path: '/webhooks/:id/test', deed: 'change_webhooks', submit: submitTestEvent },
    { path: '/webhooks/:id/resend', deed: 'change_webhooks', submit: submitResendRange },
    { path: '/webhooks/:id/events/:event/resend', deed: 'change_webhooks', submit: submitResend },
  ],
}
