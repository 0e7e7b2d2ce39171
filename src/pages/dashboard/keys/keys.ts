import type { Section } from '../page.ts'
import { submitIssue, submitRevoke } from './key-forms.ts'
import { viewKeys } from './view-keys.ts'

/** Keys: what a shop signs in with, which are in use, and those that were revoked. */
export const keys: Section = {
  pages: [{ path: '/keys', permission: 'see_keys', view: viewKeys }],
  forms: [
    { path: '/keys', permission: 'change_keys', submit: submitIssue },
    { path: '/keys/:id/revoke', permission: 'change_keys', submit: submitRevoke },
  ],
}
