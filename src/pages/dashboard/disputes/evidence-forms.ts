import { provideMerchantEvidence } from '../../../money/disputes/actions/provide-evidence.ts'
import type { Dispute } from '../../../money/disputes/dispute.ts'
import { statusAfter } from '../../../money/disputes/states.ts'
import { discloseDispute } from '../../back-office/disclosure/disclose-dispute.ts'
import type { Answer, Fields, FormInput, Visit } from '../page.ts'
import { answerCase, showCase } from './case-forms.ts'
import { readStatement } from './statement.ts'
import { askEvidence, type EvidenceForm, evidenceFormPage } from './views/evidence.ts'

const blank: EvidenceForm = { text: '', attachmentIds: [], refused: [], isTooLong: false, isEmpty: false }

/** Returns whether the merchant may give evidence now: once after each request of support. */
export function takesEvidence({ status, hasMerchantEvidence }: Dispute): boolean {
  return !hasMerchantEvidence && statusAfter(status, 'merchant_evidence') !== undefined
}

/** Shows the form for evidence. */
export function viewEvidence(visit: Visit): Promise<Answer> {
  return showCase(visit, takesEvidence, (dispute) => evidenceFormPage(visit, discloseDispute(visit, dispute), blank))
}

/** Adds evidence with its files, after a confirmation. */
export async function submitEvidence(visit: Visit, fields: Fields, input: FormInput): Promise<Answer> {
  const { app, actor, id } = visit
  return answerCase(visit, fields, {
    eventType: 'evidence_merchant_provided',
    what: 'provide_evidence',
    done: 'evidence',
    read: () => {
      const statement = readStatement(fields, input)
      return { ...statement, isEmpty: statement.text === '' && statement.attachmentIds.length === 0 }
    },
    isWrong: ({ isEmpty, refused, isTooLong }) => isEmpty || isTooLong || refused.length > 0,
    form: (dispute, form) => evidenceFormPage(visit, discloseDispute(visit, dispute), form),
    ask: (dispute, form) => askEvidence(visit, discloseDispute(visit, dispute), form),
    act: async ({ text: content, attachmentIds }, author, decided) => {
      await provideMerchantEvidence(app, actor, id, { content, attachmentIds }, author, decided)
    },
  })
}
