import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import type { Member } from '../../../../platform/people/team.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { Visit } from '../../page.ts'
import { factorsOf } from '../team-factors.ts'

interface FactorPanelProps {
  readonly visit: Visit
  readonly members: readonly Member[]
  readonly isFactorRequired: boolean
}

/** Whether the merchant requires a second factor, how many have none, and the form that changes it. */
export function FactorPanel({ visit, members, isFactorRequired }: FactorPanelProps): Content {
  const { words, session, base } = visit
  const { texts } = words
  const { withoutFactor, isOwnMissing } = factorsOf(members, session.personId)
  return Panel({
    title: texts.factorTitle,
    id: 'second-factor',
    children: html`
      <p>${isFactorRequired ? texts.factorRequired : texts.factorNotRequired}</p>
      <p class="soft">${texts.factorMissing(withoutFactor, words.number(withoutFactor))}</p>
      ${
        !isFactorRequired && isOwnMissing
          ? html`<p>${texts.ownFactorFirst} <a href=${`${base}/me#second-factor`}>${texts.ownFactorLink}</a></p>`
          : VisitForm({
              visit,
              to: 'team/second-factor',
              class: 'move',
              hidden: { required: isFactorRequired ? 'no' : 'yes' },
              children: html`<button class=${isFactorRequired ? 'button button-grave' : 'button'} type="submit">
                ${isFactorRequired ? texts.stopRequiring : texts.requireFactor}
              </button>`,
            })
      }
    `,
  })
}
