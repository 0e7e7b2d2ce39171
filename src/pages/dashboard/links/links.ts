import type { Section } from '../page.ts'
import { submitCancel, submitLink, submitSend } from './link-forms.ts'
import { viewLink, viewLinkPicture } from './view-link.ts'
import { viewLinks } from './view-links.ts'
import { viewNewLink } from './view-new-link.ts'

/** Links with which customers pay orders that no shop's program has sent: made, shown, sent and cancelled. */
export const links: Section = {
  pages: [
    { path: '/links', deed: 'see_payments', view: viewLinks },
    { path: '/links/new', deed: 'make_links', view: viewNewLink },
    { path: '/links/:id', deed: 'see_payments', view: viewLink },
    { path: '/links/:id/qr.png', isFile: true, deed: 'see_payments', view: viewLinkPicture },
  ],
  forms: [
    { path: '/links', deed: 'make_links', submit: submitLink },
    { path: '/links/:id/send', deed: 'make_links', submit: submitSend },
    { path: '/links/:id/cancel', deed: 'make_links', submit: submitCancel },
  ],
}
