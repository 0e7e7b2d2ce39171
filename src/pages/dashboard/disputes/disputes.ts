import type { Section } from '../page.ts'
import { submitApprove } from './approve-forms.ts'
import { sendAttachment } from './attachment-file.ts'
import { submitChallenge, viewChallenge } from './dispute-challenge.ts'
import { submitEvidence, viewEvidence } from './evidence-forms.ts'
import { viewDispute } from './view-dispute.ts'
import { viewDisputes } from './view-disputes.ts'

/** What customers dispute: read, approved, challenged and answered with evidence. There are none in test mode. */
export const disputes: Section = {
  pages: [
    { path: '/disputes', permission: 'see_disputes', view: viewDisputes },
    { path: '/disputes/:id', permission: 'see_disputes', view: viewDispute },
    { path: '/disputes/:id/challenge', permission: 'act_on_disputes', view: viewChallenge },
    { path: '/disputes/:id/evidence', permission: 'act_on_disputes', view: viewEvidence },
    { path: '/disputes/attachments/:id', isFile: true, permission: 'see_disputes', view: sendAttachment },
  ],
  forms: [
    { path: '/disputes/approve', permission: 'act_on_disputes', only: 'live', submit: submitApprove },
    {
      ...{ path: '/disputes/:id/challenge', permission: 'act_on_disputes', only: 'live', takes: 'attachments' },
      submit: submitChallenge,
    },
    {
      ...{ path: '/disputes/:id/evidence', permission: 'act_on_disputes', only: 'live', takes: 'attachments' },
      submit: submitEvidence,
    },
  ],
}
