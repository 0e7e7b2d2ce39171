import { askPage, isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { proofPage } from '../../../platform/people/pages/proof-page.ts'
import { requireSecondFactor } from '../../../platform/people/second-factor/required-factor.ts'
import { listTeam } from '../../../platform/people/team.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { factorsOf } from './team-factors.ts'
import { refusedTeam } from './team-page.ts'

/** Requires a second factor of everybody, or stops that, after a confirmation. */
export async function submitFactor(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, session, words } = visit
  const { texts } = words
  const required = fields['required']
  if (required !== 'yes' && required !== 'no') throw refusals.noSuchPage()
  const isRequired = required === 'yes'
  const { withoutFactor, isOwnMissing } = factorsOf(await listTeam(app, session.merchantId), session.personId)
  const isAllowed = !isRequired || !isOwnMissing
  if (isAllowed && !isConfirmed(fields)) {
    return askPage(visit, {
      title: texts.factorTitle,
      sentence: isRequired ? texts.askRequire(withoutFactor, words.number(withoutFactor)) : texts.askNotRequire,
      label: isRequired ? texts.requireFactor : texts.stopRequiring,
      to: 'team/second-factor',
      back: 'team',
      fields: { required },
    })
  }
  const question = isAllowed ? await proofPage(visit, fields) : undefined
  if (question !== undefined) return question
  try {
    await requireSecondFactor(app, session, isRequired)
  } catch (error) {
    return refusedTeam(visit, error, fields)
  }
  return { goTo: visit.address('team', { done: isRequired ? 'required' : 'notRequired' }) }
}
