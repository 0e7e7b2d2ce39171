import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { Icon } from '../../../../platform/ui/components/pictures.ts'
import { ChoiceField } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DisclosedDispute } from '../../../back-office/disclosure/disclose-dispute.ts'
import { formatExpected } from '../../../back-office/expected-versions.ts'
import type { SupportVisit } from '../../page.ts'
import { isPossible, type MoveName, moves, type Side } from '../moves.ts'

interface DisputeMovesProps {
  readonly visit: SupportVisit
  readonly dispute: DisclosedDispute
  /** The move whose text is missing, and the side that was chosen. */
  readonly missing: { readonly name: MoveName; readonly from: Side } | undefined
}

/** The forms of all possible moves. */
export function DisputeMoves({ visit, dispute, missing }: DisputeMovesProps): Content {
  const possible = moves.filter((move) => isPossible(move, dispute))
  return html`<div class="panels panels-two">
    ${possible.map(({ name }) =>
      MoveForm({ visit, dispute, name, missing: missing?.name === name ? missing : undefined }),
    )}
  </div>`
}

interface MoveFormProps {
  readonly visit: SupportVisit
  readonly dispute: DisclosedDispute
  readonly name: MoveName
  readonly missing: DisputeMovesProps['missing']
}

// The form carries the dispute's version: a second press, or an old page, changes nothing.
function MoveForm({ visit, dispute, name, missing }: MoveFormProps): Content {
  const { words } = visit
  const { texts } = words
  const id = `${name}-text`
  const isMissing = missing !== undefined
  const from = texts.fromChoices
  return Panel({
    title: texts.moves[name],
    children: VisitForm({
      visit,
      to: `disputes/${dispute.id}/${name}`,
      class: 'stack',
      id: name,
      hidden: { dispute: formatExpected(dispute) },
      children: html`
        <p class="soft">${texts.movesLead[name]}</p>
        ${
          name === 'request-evidence' &&
          ChoiceField({
            name: 'from',
            label: texts.fromLabel,
            value: missing?.from ?? 'merchant',
            choices: (['merchant', 'customer'] as const).map((side) => [side, from[side]]),
          })
        }
        <div class=${isMissing ? 'field field-wrong' : 'field'}>
          <label for=${id}>${texts.textLabels[name]}</label>
          <textarea id=${id} name="text" rows="3" maxlength="20000" dir="auto"
            aria-invalid=${isMissing ? 'true' : undefined} aria-describedby=${isMissing ? `${id}-error` : undefined}></textarea>
          ${
            isMissing &&
            html`<p id=${`${id}-error`} class="error" role="alert">
              ${Icon({ name: 'alert', size: 18 })}<span>${texts.textMissing}</span>
            </p>`
          }
        </div>
        <button class=${name === 'refund' ? 'button button-main' : 'button'} type="submit">${texts.moves[name]}</button>
      `,
    }),
  })
}
