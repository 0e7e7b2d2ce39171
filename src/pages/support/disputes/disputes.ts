import { fileEndings } from '../../../money/disputes/attachments/attachment.ts'
import { readAttachment } from '../../../money/disputes/attachments/attachments.ts'
import { idIn } from '../../back-office/visit.ts'
import type { Section, SupportAnswer, SupportVisit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { refusals } from '../refusals.ts'
import { findDecision } from './decisions.ts'
import { submitDecision } from './dispute-forms.ts'
import { loadCase } from './load-case.ts'
import { disputePage } from './views/dispute.ts'

/** Disputes: the history of both sides, and the agents' decisions. */
export const disputes: Section = {
  pages: [
    { path: '/disputes/:id', view: viewDispute },
    { path: '/disputes/:id/files/:file', view: sendEvidence },
  ],
  forms: [{ path: '/disputes/:id/decide', submit: submitDecision }],
}

/** The page of one dispute. */
async function viewDispute(visit: SupportVisit): Promise<SupportAnswer> {
  const done = findDecision(visit.query('done'))?.name
  return disputePage(visit, await loadCase(visit), { done })
}

/**
 * Sends an evidence file as a download. Refuses with 403 before the case is opened: the file may contain personal
 * data.
 */
async function sendEvidence(visit: SupportVisit): Promise<SupportAnswer> {
  const { app, request } = visit
  const fileId = idIn(request, 'file')
  const { actor, dispute, isOpen } = await loadCase(visit)
  if (!dispute.attachmentIds.includes(fileId)) throw refusals.noSuchPage()
  if (!isOpen) throw refusals.personalClosed()
  const { contentType, content } = await readAttachment(app, actor, fileId)
  const { merchantId } = actor
  const details = { file: fileId }
  await recordDone(
    visit,
    { what: 'download_evidence', onKind: 'dispute', onId: dispute.id, details },
    { merchantId, isTest: false },
  )
  return {
    file: { name: `attachment-${fileId}.${fileEndings[contentType]}`, type: contentType, body: content },
  }
}
