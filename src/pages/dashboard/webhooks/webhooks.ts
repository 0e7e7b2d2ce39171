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
    { path: '/webhooks', permission: 'see_webhooks', view: viewWebhooks },
    { path: '/webhooks/new', permission: 'change_webhooks', view: viewNewWebhook },
    { path: '/webhooks/:id', permission: 'see_webhooks', view: viewWebhook },
    { path: '/webhooks/:id/events/:event', permission: 'see_webhooks', view: viewDelivery },
  ],
  forms: [
    { path: '/webhooks', permission: 'change_webhooks', submit: submitRegister },
    { path: '/webhooks/signing/rotate', permission: 'change_webhooks', submit: submitRotate },
    { path: '/webhooks/signing/stop', permission: 'change_webhooks', submit: submitStop },
    { path: '/webhooks/:id/replace', permission: 'change_webhooks', submit: submitReplace },
    { path: '/webhooks/:id/remove', permission: 'change_webhooks', submit: submitRemove },
    { path: '/webhooks/:id/enable', permission: 'change_webhooks', submit: submitEnable },
    { path: '/webhooks/:id/test', permission: 'change_webhooks', submit: submitTestEvent },
    { path: '/webhooks/:id/resend', permission: 'change_webhooks', submit: submitResendRange },
    { path: '/webhooks/:id/events/:event/resend', permission: 'change_webhooks', submit: submitResend },
  ],
}
