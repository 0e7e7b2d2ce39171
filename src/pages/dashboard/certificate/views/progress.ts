import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Facts, Note, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { pageOfRun } from '../own-run.ts'
import { fieldsOf } from '../typed-run.ts'
import { code, type RunPartProps, typedFrom } from './certificate.ts'

/** What is to be done now, and how the run is ended, or begun once more. */
export function Progress(props: RunPartProps): Content {
  const { visit, run } = props
  const { address, words } = visit
  const { texts } = words
  const mayAct = visit.may('act_as_developer')
  if (run.status === 'finished') {
    return (
      mayAct &&
      html`<${VisitForm} visit=${visit} to="developers/certificate/begin" hidden=${fieldsOf(typedFrom(run))}><button class="button" type="submit">${texts.certAgain}</button><//>`
    )
  }
  return html`<${Panel} title=${texts.certNow} id="now">
    ${run.waits_for === null ? html`<${Note} tone="wait"><p>${texts.certPlaying}</p><//>` : html`<${Waiting} ...${props} />`}
    <div class="moves">
      <a class="button" href=${address(pageOfRun(run.id))}>${texts.certLookAgain}</a>
      ${
        mayAct &&
        run.waits_for !== null &&
        html`<${VisitForm} visit=${visit} to=${`${pageOfRun(run.id)}/skip`} hidden=${{ scenario: run.waits_for.scenario }}><button class="button" type="submit">${texts.certSkip}</button><//>`
      }
      ${mayAct && html`<${VisitForm} visit=${visit} to=${`${pageOfRun(run.id)}/stop`}><button class="button" type="submit">${texts.certStop}</button><//>`}
    </div>
    ${mayAct && html`<p class="soft small">${texts.certStopLead}</p>`}
  <//>`
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
  return html`<${Note} tone="wait"><p>${texts.certOrderNow}</p><//>
    <${Facts} facts=${facts} />
    <p class="soft small">${texts.certForced}</p>`
}
