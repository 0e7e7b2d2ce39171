import type { Section } from '../page.ts'
import { submitBlock, submitOpenPhone, submitUnlock } from './customer-forms.ts'
import { viewCustomers } from './view-customers.ts'

/** A customer, who is a phone, at all merchants. */
export const customers: Section = {
  pages: [{ path: '/customers', view: viewCustomers }],
  forms: [
    { path: '/customers', submit: submitOpenPhone },
    { path: '/customers/block', submit: (visit, fields) => submitBlock(visit, fields, true) },
    { path: '/customers/unblock', submit: (visit, fields) => submitBlock(visit, fields, false) },
    { path: '/customers/unlock', submit: submitUnlock },
  ],
}
