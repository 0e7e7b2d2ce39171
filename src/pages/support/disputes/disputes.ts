import type { Section } from '../page.ts'
import { submitMove } from './dispute-forms.ts'
import { moves } from './moves.ts'
import { sendEvidence } from './send-evidence.ts'
import { viewDispute } from './view-dispute.ts'

/** Disputes: both sides' story, and what support does about them. */
export const disputes: Section = {
  pages: [
    { path: '/disputes/:id', view: viewDispute },
    { path: '/disputes/:id/files/:file', view: sendEvidence },
  ],
  forms: moves.map(({ name }) => ({
    path: `/disputes/:id/${name}`,
    submit: (visit, fields) => submitMove(visit, name, fields),
  })),
}
