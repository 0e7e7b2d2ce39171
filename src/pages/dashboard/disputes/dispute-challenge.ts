import { challengeDisputes } from '../../../money/disputes/actions/challenge-disputes.ts'
import type { Dispute } from '../../../money/disputes/dispute.ts'
import { challengeReasons } from '../../../money/disputes/transitions/merchant.ts'
import { formatAmount, readTypedAmount } from '../../../platform/base/money.ts'
import { cutText } from '../../../platform/base/texts.ts'
import { discloseDispute } from '../../back-office/disclosure/disclose-dispute.ts'
import type { Answer, Fields, FormInput, Visit } from '../page.ts'
import { answerCase, showCase } from './case-forms.ts'
import { readStatement } from './statement.ts'
import { type ChallengeReason, otherAmount } from './status.ts'
import { askChallenge, type ChallengeForm, challengeFormPage } from './views/challenge.ts'

const blank: ChallengeForm = {
  ...{ reason: '', amount: '', text: '', attachmentIds: [], refused: [], isTooLong: false },
  ...{ wrongAmount: false, noReason: false },
}

/** Shows the form that challenges a new dispute. */
export function viewChallenge(visit: Visit): Promise<Answer> {
  return showCase(
    visit,
    ({ status }) => status === 'new',
    (dispute) => challengeFormPage(visit, discloseDispute(visit, dispute), blank),
  )
}

/** Challenges the dispute with its files, after a confirmation. */
export async function submitChallenge(visit: Visit, fields: Fields, input: FormInput): Promise<Answer> {
  const { app, actor, id } = visit
  return answerCase(visit, fields, {
    eventType: 'dispute_in_arbitration',
    what: 'challenge_dispute',
    done: 'challenge',
    read: (dispute) => readChallenge(dispute, fields, input),
    isWrong: ({ noReason, wrongAmount, refused, isTooLong }) =>
      noReason || wrongAmount || isTooLong || refused.length > 0,
    form: (dispute, form) => challengeFormPage(visit, discloseDispute(visit, dispute), form),
    ask: (dispute, form) => askChallenge(visit, discloseDispute(visit, dispute), form),
    act: async ({ reason, amount, text: description, attachmentIds }, author, decided) => {
      const challenge = { reason: reason as ChallengeReason, description, amount: amount || null, attachmentIds }
      await challengeDisputes(app, actor, [{ disputeId: id, ...challenge }], author, decided)
    },
  })
}

function readChallenge({ amountMinor, currency }: Dispute, fields: Fields, input: FormInput): ChallengeForm {
  const reason = challengeReasons.find((known) => known === fields['reason']) ?? ''
  const typed = fields['amount'] ?? ''
  const minor = readTypedAmount(typed, currency)
  const isRight = typeof minor === 'bigint' && minor > 0n && minor < amountMinor
  const wantsAmount = reason === otherAmount
  return {
    ...readStatement(fields, input),
    reason,
    amount: !wantsAmount ? '' : isRight ? formatAmount(minor, currency) : cutText(typed, 40),
    noReason: reason === '',
    wrongAmount: wantsAmount && !isRight,
  }
}
