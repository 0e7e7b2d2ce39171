import { localDateOf } from '../../../../money/plans/local-time.ts'
import { statementNumberOf } from '../../../../money/settlements/statement-number.ts'
import type { Instant } from '../../../../platform/base/times.ts'
import { nowFor } from '../../../../platform/merchants/caller.ts'
import type { Store } from '../../../../platform/merchants/merchant.ts'
import { type Fact, Facts, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { Visit } from '../../page.ts'

interface PartiesProps {
  readonly visit: Visit
  readonly store: Store
  /** When the period of the statement ended, or ends. */
  readonly endsAt: Instant
}

interface Party {
  readonly name: string
  readonly address: string
  readonly taxNumber: string
}

/** Both parties of a statement, as they are on the day of printing; says so, and says if the merchant changed since. */
export function Parties({ visit, store, endsAt }: PartiesProps): Content {
  const { words, app, actor, session, address } = visit
  const { texts } = words
  const { legalEntity, currency, merchantCode } = store
  const named = app.config.operators[session.region]
  const operator = named ?? { name: texts.serviceName, address: '', taxNumber: '' }
  const merchant = { ...legalEntity, name: legalEntity.name || session.merchantName }
  const { changedAt } = legalEntity
  const dateOf = (at: Instant): string => words.longDate(localDateOf(at, currency))
  const isNamed = legalEntity.name !== ''
  return Panel({
    title: texts.parties,
    children: html`<div class="parties">
        ${PartyFacts({ visit, label: texts.issuedBy, party: operator })}
        ${PartyFacts({ visit, label: texts.issuedTo, party: merchant })}
      </div>
      <p class="soft small">
        ${texts.partiesAsOf(dateOf(nowFor(app, actor)))}
        ${changedAt !== null && changedAt > endsAt && ` ${texts.partiesChanged(dateOf(changedAt))}`}
      </p>
      ${!named?.taxNumber && html`<p class="small screen-only">${texts.operatorUnnamed}</p>`}
      ${
        !isNamed &&
        visit.may('change_settings') &&
        html`<p class="small screen-only">
          <a href=${`${address('settings', { store: merchantCode })}#legal`}>${texts.enterLegal}</a>
        </p>`
      }`,
  })
}

function PartyFacts({ visit, label, party }: { visit: Visit; label: string; party: Party }): Content {
  const { texts } = visit.words
  const { name, address, taxNumber } = party
  const facts: Fact[] = [
    [label, html`<strong><bdi>${name}</bdi></strong>`],
    ...(address === '' ? [] : [[texts.legalAddress, html`<bdi>${address}</bdi>`] as const]),
    ...(taxNumber === '' ? [] : [[texts.taxNumber, html`<bdi dir="ltr">${taxNumber}</bdi>`] as const]),
  ]
  return Facts({ facts })
}

/** The number of a statement, and the store that it is about. */
export function statementFacts(visit: Visit, store: Store, period: string): Fact[] {
  const { texts } = visit.words
  const { merchantCode, currency, name } = store
  const number = statementNumberOf({ merchantCode, currency, isTest: visit.isTest }, period)
  return [
    [texts.statementNumber, html`<bdi dir="ltr">${number}</bdi>`],
    [texts.store, html`<bdi>${name}</bdi> <bdi class="soft">${merchantCode}</bdi>`],
  ]
}

/** The button that prints the page, if scripts run. */
export function PrintButton({ visit }: { visit: Visit }): Content {
  return html`<button class="button" type="button" data-print hidden>${visit.words.texts.print}</button>`
}
