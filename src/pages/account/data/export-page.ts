import { sections } from '../../../money/customers/customer-record.ts'
import type { ExportedCustomer } from '../../../money/customers/export-customer.ts'
import { type Content, html, renderHtml, unescaped } from '../../../platform/ui/html.ts'
import { directionOf } from '../../../platform/ui/words/lang.ts'

const css = `body{margin:0;font:1rem/1.5 system-ui,sans-serif;color:#1c1b1f}main{max-width:48rem;margin:0 auto;padding:2rem 1.25rem}
h1{font-size:1.5rem}h2{font-size:1.125rem;margin-top:2rem;border-top:1px solid #dedbe3;padding-top:1rem}
dl{margin:0;padding-inline-start:1rem;border-inline-start:2px solid #dedbe3}dt{color:#5f5c66}dd{margin:0 0 .25rem;overflow-wrap:anywhere}
section>dl{padding:0;border:0}ol{padding-inline-start:1.5rem}`

const texts = {
  en: {
    title: 'What is kept of you',
    lead: 'The same as customer.json, to read. The names of the members are those of the file.',
    none: 'nothing',
    sections: {
      ...{
        customer: 'You',
        purposes: 'Why it is kept, and until when',
        purchases: 'Purchases',
        messages: 'Text messages',
      },
      ...{ decisions: 'Decisions', disputes: 'Disputes', visits: 'Visits to the payment page', other: 'Other' },
    },
  },
  ar: {
    title: 'ما نحتفظ به عنك',
    lead: 'محتوى customer.json نفسه للقراءة. أسماء العناصر كما هي في الملف.',
    none: 'لا شيء',
    sections: {
      ...{ customer: 'أنت', purposes: 'لماذا نحتفظ به وإلى متى', purchases: 'المشتريات', messages: 'الرسائل النصية' },
      ...{ decisions: 'القرارات', disputes: 'الاعتراضات', visits: 'زيارات صفحة الدفع', other: 'غير ذلك' },
    },
  },
} as const

/** Returns the export as a page to read, in pieces and without a script. */
export function* renderExport({ head, lists, other, language }: ExportedCustomer): Generator<string> {
  const { title, lead, sections: names, none } = texts[language]
  const show = (value: unknown): string => renderHtml(Value({ value, none }))
  const style = renderHtml(html`<style ...${unescaped(css)}></style>`)
  yield `<!doctype html><html lang="${language}" dir="${directionOf[language]}"><head><meta charset="utf-8">`
  yield `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${style}</head>`
  yield `<body><main><h1>${title}</h1><p>${lead} ${head.issued_at}</p>`
  const section = (name: keyof typeof names): string => `<section><h2>${names[name]}</h2>`
  yield `${section('customer')}${show(head.customer)}</section>${section('purposes')}${show(head.purposes)}</section>`
  for (const name of sections) {
    yield section(name)
    if (lists[name].length === 0) yield none
    else {
      yield '<ol>'
      for (const one of lists[name]) yield `<li>${show(JSON.parse(one))}</li>`
      yield '</ol>'
    }
    yield '</section>'
  }
  yield `${section('other')}${show(other)}</section></main></body></html>`
}

function Value({ value, none }: { value: unknown; none: string }): Content {
  if (value === null || value === undefined || value === '') return none
  if (Array.isArray(value)) {
    return value.length === 0
      ? none
      : html`<ol>${value.map((one) => html`<li>${Value({ value: one, none })}</li>`)}</ol>`
  }
  if (typeof value !== 'object') return html`<bdi>${String(value)}</bdi>`
  const members = Object.entries(value)
  if (members.length === 0) return none
  return html`<dl>
    ${members.map(([name, member]) => html`<dt><bdi>${name}</bdi></dt><dd>${Value({ value: member, none })}</dd>`)}
  </dl>`
}
