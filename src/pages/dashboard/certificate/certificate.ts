import type { Section } from '../page.ts'
import { submitBegin, submitSkip, submitStop } from './certificate-forms.ts'
import { viewBadge, viewCertificate } from './view-certificate.ts'
import { viewCertificates } from './view-certificates.ts'

const path = '/developers/certificate'
const see = { permission: 'see_developers', isRehearsal: true } as const
const act = { permission: 'act_as_developer', isRehearsal: true } as const

/** Rehearsals with the merchant's shop: beginning one, following it, and what came of it. */
export const certificate: Section = {
  pages: [
    { path, ...see, view: viewCertificates },
    { path: `${path}/:run`, ...see, view: viewCertificate },
    { path: `${path}/:run/badge.svg`, ...see, isFile: true, view: viewBadge },
  ],
  forms: [
    { path: `${path}/begin`, ...act, submit: submitBegin },
    { path: `${path}/:run/skip`, ...act, submit: submitSkip },
    { path: `${path}/:run/stop`, ...act, submit: submitStop },
  ],
}
