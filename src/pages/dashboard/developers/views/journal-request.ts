import type { Instant } from '../../../../platform/base/times.ts'
import { Facts, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { requestWire } from '../../../../rehearsal/journal/wire.ts'
import type { Answer, Visit } from '../../page.ts'
import { clockNoteOf, type StoreTimes } from '../../times.ts'

type Entry = ReturnType<typeof requestWire>['entries'][number]

interface RequestView {
  readonly entries: readonly Entry[]
  /** The start time of each entry. */
  readonly moments: readonly Instant[]
  readonly times: StoreTimes
}

/** The request and the answer of a call, and its changes. */
export function journalRequestPage(visit: Visit, { entries, moments, times }: RequestView): Answer {
  const { words, address } = visit
  const { texts } = words
  const panels = entries.map((entry, index) => {
    const { kind, summary, method, path, status, duration_ms, payment_id, request, answer } = entry
    const facts = [
      [texts.journalWhen, times.exactMoment(moments[index] ?? 0)] as const,
      ...(path === null ? [] : [[texts.journalAddress, html`<bdi dir="ltr">${method} ${path}</bdi>`] as const]),
      ...(status === null ? [] : [[texts.journalStatus, String(status)] as const]),
      ...(duration_ms === null ? [] : [[texts.journalTook, texts.milliseconds(words.number(duration_ms))] as const]),
      ...(payment_id === null
        ? []
        : [
            [
              texts.journalPayment,
              html`<a href=${address(`payments/${payment_id}`)}><bdi dir="ltr">${payment_id}</bdi></a>`,
            ] as const,
          ]),
    ]
    return Panel({
      title: texts.journalKinds[kind],
      children: html`
        <p><bdi dir="ltr" lang="en">${summary}</bdi></p>
        ${Facts({ facts })}
        ${Message({ title: texts.journalSent, message: request })}
        ${Message({ title: texts.journalAnswered, message: answer })}
      `,
    })
  })
  const back = { href: address('developers'), label: texts.developers }
  return {
    page: { title: texts.journalEntry, back },
    content: html`${panels}<p class="soft small">${clockNoteOf(visit, times.currency, 'real')}</p>`,
  }
}

function Message({ title, message }: { title: string; message: Entry['request'] }): Content {
  if (message === null) return null
  const { headers, body } = message
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const text = body === null ? '' : typeof body === 'string' ? body : JSON.stringify(body, null, 2)
  return html`<h3>${title}</h3><pre class="raw" dir="ltr" tabindex="0">${[...lines, '', text].join('\n').trim()}</pre>`
}
