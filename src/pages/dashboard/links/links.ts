import type { Section } from '../page.ts'
import { submitCancel, submitLink, submitSend } from './link-forms.ts'
import { viewLink, viewLinkPicture } from './view-link.ts'
import { viewLinks } from './view-links.ts'
import { viewNewLink } from './view-new-link.ts'

/** Links with which customers pay orders that no shop's program has sent: made, shown, sent and cancelled. */
export const links: Section = {
  pages: [
    { path: '/links', permission: 'see_payments', view: viewLinks },
    { path: '/links/new', permission: 'make_links', view: viewNewLink },
    { path: '/links/:id', permission: 'see_payments', view: viewLink },
    { path: '/links/:id/qr.png', isFile: true, permission: 'see_payments', view: viewLinkPicture },
  ],
  forms: [
    { path: '/links', permission: 'make_links', submit: submitLink },
    { path: '/links/:id/send', permission: 'make_links', submit: submitSend },
    { path: '/links/:id/cancel', permission: 'make_links', submit: submitCancel },
  ],
}
