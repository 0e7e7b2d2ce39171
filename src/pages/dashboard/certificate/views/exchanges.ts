import { type Content, html } from '../../../../platform/ui/html.ts'
import type { Finding } from '../../../../rehearsal/certificate/checks.ts'
import type { Exchange } from '../../../../rehearsal/certificate/exchange.ts'
import type { DashboardWords } from '../../words/words.ts'

/** Words of exchanges. The report of `qist certify` has them, too. */
type ExchangeTexts = Pick<
  DashboardWords['texts'],
  | 'certFromShop'
  | 'certToShop'
  | 'certAnswered'
  | 'certNoAnswer'
  | 'certAfterMs'
  | 'certFault'
  | 'certNotReceived'
  | 'certMoreExchanges'
>

interface ExchangesProps {
  readonly finding: Pick<Finding, 'exchanges' | 'more_exchanges'>
  readonly texts: ExchangeTexts
  /** The address of an id's page; undefined if there is none. */
  readonly addressOf?: (id: string) => string
}

/** The requests on which a finding rests, with their answers and the time since the scenario began. */
export function Exchanges({ finding: { exchanges, more_exchanges }, texts, addressOf }: ExchangesProps): Content {
  if (exchanges.length === 0) return null
  return html`<ol class="exchanges">
      ${exchanges.map((exchange) => html`<li>${Request(exchange, texts)}${Answer(exchange, texts)}${Id(exchange, addressOf)}</li>`)}
    </ol>
    ${more_exchanges > 0 && html`<p class="soft small">${texts.certMoreExchanges(String(more_exchanges))}</p>`}`
}

function Request({ after_ms, direction, method, path, sent }: Exchange, texts: ExchangeTexts): Content {
  return html`<p class="exchange-line">
      <bdi class="soft number" dir="ltr">+${(after_ms / 1_000).toFixed(3)} s</bdi>
      <span>${direction === 'from_shop' ? texts.certFromShop : texts.certToShop}</span>
      <code class="strong" dir="ltr">${method} ${path}</code>
    </p>
    ${sent !== null && Body(sent)}`
}

function Answer({ status, answered, duration_ms, fault }: Exchange, texts: ExchangeTexts): Content {
  return html`<p class="exchange-line">
      <strong>${status === null ? texts.certNoAnswer : texts.certAnswered(String(status))}</strong>
      ${duration_ms !== null && html`<span class="soft">${texts.certAfterMs(String(duration_ms))}</span>`}
      ${fault !== null && html`<span class="soft">${texts.certFault} <code dir="ltr">${fault}</code></span>`}
      ${fault === 'lost_answer' && html`<span class="soft">${texts.certNotReceived}</span>`}
    </p>
    ${answered !== null && Body(answered)}`
}

function Id({ direction, id }: Exchange, addressOf: ExchangesProps['addressOf']): Content {
  if (id === null) return null
  const name = direction === 'from_shop' ? 'X-Request-Id' : 'Webhook-Id'
  const shown = addressOf === undefined ? id : html`<a href=${addressOf(id)}>${id}</a>`
  return html`<p class="soft small"><bdi dir="ltr">${name} <code>${shown}</code></bdi></p>`
}

/** Members that most findings are about. */
const decisive = /("(?:amount|status|reference_id|error)": (?:"[^"]*"|[\d.]+))/

function Body(body: string): Content {
  const parts = spaced(body).split(decisive)
  const shown = parts.map((part, index) => (index % 2 === 1 ? html`<strong>${part}</strong>` : part))
  return html`<pre class="raw body" dir="ltr" tabindex="0">${shown}</pre>`
}

// Spaces let long JSON wrap. A text that would change, such as 34.570, stays as it is.
function spaced(body: string): string {
  try {
    const value: unknown = JSON.parse(body)
    return JSON.stringify(value) === body ? JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ') : body
  } catch {
    return body
  }
}
