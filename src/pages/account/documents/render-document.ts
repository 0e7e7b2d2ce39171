import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { PlanDocument } from '../../../money/evidence/plan-documents.ts'
import { localDateOf } from '../../../money/plans/local-time.ts'
import { type Currency, countryOf } from '../../../platform/base/markets.ts'
import { parseAmount } from '../../../platform/base/money.ts'
import { type Content, html, renderHtml, unescaped } from '../../../platform/ui/html.ts'
import { directionOf, isolated, type Lang } from '../../../platform/ui/words/lang.ts'
import type { Words } from '../../../platform/ui/words/words.ts'
import { type DocumentTexts, documentWords } from './words.ts'

const style = readFileSync(new URL('document.css', import.meta.url), 'utf8')

/** The page allows its own style, and no script. */
export const documentPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

interface DocumentPage {
  readonly content: PlanDocument
  /** The signed document. */
  readonly signed: string
  /** Where the signed file and the purchase are; undefined in a file. */
  readonly links?: { readonly download: string; readonly back: string }
}

/** Returns a statement or a letter as a page of its own, which prints on A4. */
export function renderDocument({ content, signed, links }: DocumentPage, lang: Lang): string {
  const { currency } = content.payment
  const words = documentWords(lang, countryOf(currency))
  const kind = content.format === 'qist-letter/1' ? 'letter' : 'statement'
  const title = words.texts[kind]
  const { signature } = JSON.parse(signed) as { signature: { key_id: string; value: string } }
  const parts = { content, words }
  const page = html`<html lang=${lang} dir=${directionOf[lang]}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>${title} · ${content.payment.id}</title>
      <style ...${unescaped(style)}></style>
    </head>
    <body>
      <main>
        ${links && html`<nav><a href=${links.back}>${words.texts.back}</a><a href=${links.download}>${words.texts.download}</a></nav>`}
        <h1>${title}</h1>
        ${kind === 'letter' && Cleared(parts)}
        ${Facts(parts)}
        ${Sums(parts)}
        ${kind === 'statement' && Lists(parts)}
        <section class="signature">
          <p>${words.texts.check}</p>
          <dl>
            <dt>${words.texts.key}</dt><dd><code dir="ltr">${signature.key_id}</code></dd>
            <dt>${words.texts.signature}</dt><dd><code dir="ltr">${signature.value}</code></dd>
          </dl>
        </section>
      </main>
    </body>
  </html>`
  return `<!doctype html>${renderHtml(page)}`
}

interface Parts {
  readonly content: PlanDocument
  readonly words: Words<DocumentTexts>
}

function moneyOf({ content: { payment }, words }: Parts): (amount: string) => string {
  return (amount) => {
    const minor = parseAmount(amount.replace(/^-/, ''), payment.currency)
    const text = typeof minor === 'bigint' ? words.money(minor, payment.currency) : amount
    return amount.startsWith('-') ? `−${text}` : text
  }
}

function dayOf(at: string, currency: Currency): string {
  return localDateOf(Date.parse(at), currency)
}

function Cleared(parts: Parts): Content {
  const { content, words } = parts
  const { customer, payment, plan } = content
  return html`<p class="cleared">
    ${words.texts.cleared(isolated(customer.name), isolated(payment.store.name), moneyOf(parts)(plan.total))}
  </p>`
}

function Facts({ content, words }: Parts): Content {
  const { texts, longDate } = words
  const { payment, customer, issuer, issued_at } = content
  const rows: readonly (readonly [string, Content])[] = [
    [texts.customer, html`<bdi>${customer.name}</bdi>`],
    [texts.phone, texts.phoneEnds(customer.phone_last_four)],
    [texts.store, html`<bdi>${payment.store.name}</bdi>`],
    ...(payment.order_reference_id === ''
      ? []
      : [[texts.order, html`<bdi>${payment.order_reference_id}</bdi>`] as const]),
    [texts.purchased, longDate(dayOf(payment.created_at, payment.currency))],
    [texts.payment, html`<bdi dir="ltr">${payment.id}</bdi>`],
    [texts.issued, longDate(dayOf(issued_at, payment.currency))],
    [texts.issuer, html`<bdi dir="ltr">${issuer}</bdi>`],
  ]
  return html`<dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
    ${payment.is_test && html`<p>${texts.test}</p>`}`
}

function Sums(parts: Parts): Content {
  const { texts } = parts.words
  const { plan } = parts.content
  const money = moneyOf(parts)
  const rows: readonly (readonly [string, string])[] = [
    [texts.total, plan.total],
    ...(Number(plan.service_fee) === 0 ? [] : [[texts.fee, plan.service_fee] as const]),
    [texts.paid, plan.paid],
    ...(Number(plan.written_off) === 0 ? [] : [[texts.writtenOff, plan.written_off] as const]),
    ...(Number(plan.returned) === 0 ? [] : [[texts.returned, plan.returned] as const]),
  ]
  return html`<h2>${texts.sums}</h2>
    <dl class="sums">
      ${rows.map(([name, amount]) => html`<dt>${name}</dt><dd>${money(amount)}</dd>`)}
      <dt>${texts.owed}</dt><dd class="strong">${money(plan.owed)}</dd>
    </dl>`
}

function Lists(parts: Parts): Content {
  const { texts, longDate } = parts.words
  const { installments, charges, returns } = parts.content.plan
  const money = moneyOf(parts)
  const day = (at: string): string => longDate(dayOf(at, parts.content.payment.currency))
  return html`
    ${Table({
      title: texts.installments,
      head: [texts.due, texts.amount, texts.paidOfIt, texts.status],
      rows: installments.map(({ due_date, amount, paid, status }) => {
        return [longDate(due_date), money(amount), money(paid), texts.installmentStatus[status]]
      }),
    })}
    ${Table({
      title: texts.charges,
      head: [texts.date, texts.amount, texts.sentBack, texts.status],
      rows: charges.map(({ at, amount, returned, status }) => {
        return [day(at), money(amount), money(returned), texts.chargeStatus[status]]
      }),
    })}
    ${Table({
      title: texts.returns,
      head: [texts.date, texts.amount, texts.status],
      rows: returns.map(({ at, amount, status }) => [day(at), money(amount), texts.returnStatus[status]]),
    })}`
}

interface TableProps {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

function Table({ title, head, rows }: TableProps): Content {
  if (rows.length === 0) return null
  // The first column is a date, the last one a status, the others are amounts.
  const classOf = (column: number): string => (column > 0 && column < head.length - 1 ? 'amount' : '')
  return html`<h2>${title}</h2>
    <div class="wide">
      <table>
        <thead><tr>${head.map((name, column) => html`<th class=${classOf(column)} scope="col">${name}</th>`)}</tr></thead>
        <tbody>
          ${rows.map((cells) => html`<tr>${cells.map((cell, column) => html`<td class=${classOf(column)} data-name=${head[column]}>${cell}</td>`)}</tr>`)}
        </tbody>
      </table>
    </div>`
}
