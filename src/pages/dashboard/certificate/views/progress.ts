import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Facts, Note, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { fieldsOf, pageOfRun } from '../run.ts'
import type { RunPartProps } from './parts.ts'
import { code, typedFrom } from './parts.ts'

/** The next step of the run, and the forms that end it or begin it again. */
export function Progress(props: RunPartProps): Content {
  const { visit, run } = props
  const { address, words } = visit
  const { texts } = words
  const mayAct = visit.may('act_as_developer')
  if (run.status === 'finished') {
    return (
      mayAct &&
      VisitForm({
        visit,
        to: 'developers/certificate/begin',
        hidden: fieldsOf(typedFrom(run)),
        children: html`<button class="button" type="submit">${texts.certAgain}</button>`,
      })
    )
  }
  return Panel({
    title: texts.certNow,
    id: 'now',
    children: html`
      ${run.waits_for === null ? Note({ tone: 'wait', children: html`<p>${texts.certPlaying}</p>` }) : Waiting(props)}
      <div class="moves">
        <a class="button" href=${address(pageOfRun(run.id))}>${texts.certLookAgain}</a>
        ${
          mayAct &&
          run.waits_for !== null &&
          VisitForm({
            visit,
            to: `${pageOfRun(run.id)}/skip`,
            hidden: { scenario: run.waits_for.scenario },
            children: html`<button class="button" type="submit">${texts.certSkip}</button>`,
          })
        }
        ${
          mayAct &&
          VisitForm({
            visit,
            to: `${pageOfRun(run.id)}/stop`,
            children: html`<button class="button" type="submit">${texts.certStop}</button>`,
          })
        }
      </div>
      ${mayAct && html`<p class="soft small">${texts.certStopLead}</p>`}
    `,
  })
}

function Waiting({ visit, run }: RunPartProps): Content {
  const { texts } = visit.words
  const waits = run.waits_for
  if (waits === null) return null
  const facts: readonly (readonly [string, Content])[] = [
    [texts.certScenario, html`<code class="strong">${waits.scenario}</code> – ${texts.certScenes[waits.scenario]}`],
    [texts.certMerchantCode, code(waits.merchant_code)],
    [texts.certBuyerPhone, code(waits.buyer_phone)],
    [texts.certBuyerEmail, code(waits.buyer_email)],
  ]
  return html`${Note({ tone: 'wait', children: html`<p>${texts.certOrderNow}</p>` })}
    ${Facts({ facts })}
    <p class="soft small">${texts.certForced}</p>`
}
